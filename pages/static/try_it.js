// Shows the link to the playground where the playground answers: not from a disk, not on another server.
"use strict";

async function showTryIt() {
  if (!location.protocol.startsWith("http")) return;
  const answer = await fetch("/api/about", { headers: { accept: "application/json" } });
  if (!answer.ok) return;
  for (const item of document.querySelectorAll(".try")) item.hidden = false;
}

showTryIt().catch(() => {}); // no server, no link
