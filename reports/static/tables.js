// Tables that sort when a heading is clicked, and show only the rows that hold what is typed.
// Source  DataTables, with neither pages nor styles of its own
"use strict";

$(function () {
  const leastSorted = 3, leastFiltered = 8;
  $("table.data").each(function () {
    const element = $(this), rows = element.find("tbody tr").length;
    if (rows < leastSorted) return;
    const table = element.DataTable({paging: false, info: false, autoWidth: false, order: [], dom: "t"});
    table.on("order", () => element.toggleClass("sorted", table.order().length > 0));
    if (rows >= leastFiltered) addFilter(element, table, rows);
  });

  function addFilter(element, table, rows) {
    const caption = element.find("caption").text();
    const field = $("<input type=search>").attr("aria-label", "Filter: " + caption);
    const count = $("<output>").text(rows + " rows");
    field.on("input", () => {
      table.search(field.val()).draw();
      const shown = table.rows({search: "applied"}).count();
      count.text(shown === rows ? rows + " rows" : shown + " of " + rows + " rows");
    });
    $("<p class=filter>").append($("<label>").append("Filter ", field), count)
        .insertBefore(element.closest(".scroll"));
  }
});
