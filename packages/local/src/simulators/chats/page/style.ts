import { raw } from "hono/html";

/** Follows the browser's choice of light or dark, and fits a phone of 360 px. */
export const style =
  raw(`:root{color-scheme:light dark;--back:#fff;--text:#1f2933;--quiet:#52606d;--line:#cbd2d9;
--soft:#f1f4f7;--link:#0b5cad;--red:#b91c1c;--green:#166534;--amber:#92400e;--slack:#611f69;--pagerduty:#047a2e;
--teams:#4b53bc;--google:#0b5cad}
@media(prefers-color-scheme:dark){:root{--back:#14181d;--text:#e4e8ec;--quiet:#a7b1bc;--line:#3b4550;--soft:#1f262d;
--link:#8ab8f0;--red:#fca5a5;--green:#86efac;--amber:#fcd34d;--slack:#d8a5de;--pagerduty:#7bd696;--teams:#b3b8f7;
--google:#8ab8f0}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;padding:1rem;max-width:52rem;background:var(--back);
color:var(--text);overflow-wrap:anywhere}
a{color:var(--link)}h1{font-size:1.5rem}h2{font-size:1.25rem;margin:0}h3{font-size:1rem;margin:.5rem 0}
p{margin:.25rem 0}ol,ul{list-style:none;margin:0;padding:0}
code,pre{background:var(--soft);padding:.1rem .3rem;font-size:.875rem}pre{white-space:pre-wrap;margin:.25rem 0}
.service{margin:1.5rem 0;padding:.75rem;border:1px solid var(--line);border-top:4px solid var(--brand);
border-radius:.5rem}
.service h2{color:var(--brand)}.slack{--brand:var(--slack)}.pagerduty,.pagerduty-eu{--brand:var(--pagerduty)}
.teams{--brand:var(--teams)}.googlechat{--brand:var(--google)}
article{margin:1rem 0 0;border-top:1px solid var(--line);padding-top:.5rem}
.messages>li{margin:.75rem 0}.message{border-left:3px solid var(--line);padding-left:.75rem}
.thread{margin:.5rem 0 0 1rem}.thread>li{margin:.5rem 0}
.text{white-space:pre-wrap}.bullets{list-style:disc;padding-left:1.25rem}.title{font-size:1.1rem;font-weight:700}.bold{font-weight:700}
.hint,.quiet,time{color:var(--quiet);font-size:.9rem}
.warning{color:var(--amber);font-weight:700}.attention{color:var(--red)}.good{color:var(--green)}
.tag{border:1px solid var(--line);border-radius:.25rem;padding:0 .3rem;font-size:.8rem;background:var(--soft)}
.tag.triggered{color:var(--red)}.tag.acknowledged{color:var(--amber)}.tag.resolved{color:var(--green)}
.card{border:1px solid var(--line);border-radius:.5rem;padding:.5rem .75rem;background:var(--soft)}
.columns{display:flex;flex-wrap:wrap;gap:.5rem 1rem}
.fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(12rem,100%),1fr));gap:.25rem 1rem}
dl{display:grid;grid-template-columns:minmax(5rem,max-content) minmax(0,1fr);gap:.1rem .75rem;margin:.25rem 0}
dt{color:var(--quiet)}dd{margin:0}
.button,button{display:inline-block;border:1px solid var(--line);border-radius:.35rem;padding:.3rem .7rem;
background:var(--back);color:var(--text);font:inherit;text-decoration:none}
mark{background:var(--soft);color:var(--amber);font-weight:700}
form label{display:block;margin:.35rem 0}input,select{font:inherit;max-width:100%;padding:.2rem .4rem}
input[type=number]{width:7rem}`);
