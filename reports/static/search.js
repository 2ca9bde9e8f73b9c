// Search page: shows what holds all the words of the field, titles first, then rows.
"use strict";

const most = 200;  // results that are shown

function entries() {
  const titles = [], rows = [];
  for (const {page, address, sections} of window.searchIndex) {
    titles.push({title: page, place: "page", address});
    for (const section of sections) {
      titles.push({title: section.title, place: page, address: `${address}#${section.anchor}`});
      for (const table of section.tables) {
        titles.push({title: table.title, place: page, address: `${address}#${table.anchor}`});
        for (const [number, label] of table.rows)
          rows.push({title: label, place: `${page}, ${table.title}`, address: `${address}#${table.anchor}-${number}`});
      }
      for (const [name, title] of section.figures)
        titles.push({title, place: `${page}, figure`, address: `${address}#figure-${name}`});
    }
  }
  return titles.concat(rows);
}

function show(list, text) {
  const words = text.toLowerCase().split(/\s+/).filter(word => word);
  const found = words.length === 0 ? [] : list.filter(entry => {
    const known = `${entry.title} ${entry.place}`.toLowerCase();
    return words.every(word => known.includes(word));
  });
  const inTitle = entry => words.every(word => entry.title.toLowerCase().includes(word));
  found.sort((a, b) => inTitle(b) - inTitle(a));
  const shown = found.slice(0, most);
  document.getElementById("found").textContent = words.length === 0 ? "" :
      `${found.length} found${found.length > most ? `, the first ${most} are shown` : ""}`;
  document.getElementById("results").replaceChildren(...shown.map(entry => {
    const item = document.createElement("li"), link = document.createElement("a"), place = document.createElement("small");
    link.href = entry.address;
    link.textContent = entry.title;
    place.textContent = ` ${entry.place}`;
    item.append(link, place);
    return item;
  }));
}

addEventListener("DOMContentLoaded", () => {
  const list = entries(), field = document.getElementById("search");
  field.value = new URLSearchParams(location.search).get("words") || "";
  field.addEventListener("input", () => show(list, field.value));
  show(list, field.value);
});
