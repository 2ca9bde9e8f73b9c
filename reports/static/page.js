// What every page does: opens the folded part that an address leads to, and all parts in print; on
// a narrow screen the list of pages shows the one that is open.
"use strict";

function unfold() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part = target; part; part = part.parentElement)
    if (part.tagName === "DETAILS") part.open = true;
  const inside = target && target.querySelector(":scope > details");
  if (inside) inside.open = true;
  if (target) target.scrollIntoView();
}

const pages = document.querySelector(".pages"), current = pages.querySelector("[aria-current]");
if (current) pages.scrollLeft = current.offsetLeft - pages.clientWidth / 3;

addEventListener("hashchange", unfold);
addEventListener("load", unfold);
addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("main details:not(.files)")) part.open = true;
});
