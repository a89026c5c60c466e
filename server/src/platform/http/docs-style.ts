/** How the page of the calls looks: ink on paper, one column of chapters, one of calls. */
export const docsStyle = `
:root{--ink:#17151c;--quiet:#5a544e;--paper:#fbf8f3;--panel:#fff;--hairline:#e7e1d8;--well:#f5f1ea;--accent:#7a1f4b}
*{box-sizing:border-box}
html{scroll-padding-top:16px}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 Instrument,system-ui,sans-serif}
a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:16px;top:-64px;padding:8px 16px;background:var(--panel);border:1px solid var(--hairline);border-radius:6px}
.skip:focus{top:12px}
header{max-width:1200px;margin:0 auto;padding:40px 24px 28px}
header p{max-width:68ch;margin:0}
.brand{font-weight:700;color:var(--accent);letter-spacing:.02em}
h1,h2{font-family:Bricolage,Instrument,system-ui,sans-serif;line-height:1.15;letter-spacing:-.01em}
h1{font-size:38px;margin:8px 0 12px}
h2{font-size:28px;margin:0 0 16px}
h4{font-size:13px;margin:24px 0 8px;color:var(--quiet)}
.columns{max-width:1200px;margin:0 auto;padding:0 24px 80px;display:grid;grid-template-columns:208px minmax(0,1fr);gap:40px}
nav ul{position:sticky;top:24px;margin:0;padding:0;list-style:none;border-top:1px solid var(--hairline)}
nav a{display:flex;justify-content:space-between;padding:7px 0;border-bottom:1px solid var(--hairline);color:var(--ink);text-decoration:none}
nav a:hover{color:var(--accent)}
nav span{color:var(--quiet);font-variant-numeric:tabular-nums}
section{margin-bottom:48px}
details{background:var(--panel);border:1px solid var(--hairline);border-bottom-width:0}
h2+details{border-radius:6px 6px 0 0}
details:last-child{border-bottom-width:1px;border-radius:0 0 6px 6px}
h2+details:last-child{border-radius:6px}
summary{padding:10px 16px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover,details[open]>summary{background:var(--well)}
h3{margin:0;font-size:15px;font-weight:400;display:grid;grid-template-columns:64px minmax(0,5fr) minmax(0,6fr);gap:12px;align-items:baseline}
.method{font-weight:650;font-size:13px;letter-spacing:.03em}
.get{color:#5b6475}.post{color:#1f7a4d}.put,.patch{color:#8a5000}.delete{color:#b3261e}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace}
.path{overflow-wrap:anywhere;font-weight:600}
.what{color:var(--quiet)}
.inside{padding:12px 16px 24px;border-top:1px solid var(--hairline)}
.inside p{max-width:68ch;margin:4px 0}
.quiet{color:var(--quiet)}
.wide{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:14px}
th,td{padding:5px 16px 5px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--hairline);font-weight:400}
thead th{font-size:13px;color:var(--quiet);white-space:nowrap}
td:last-child{padding-right:0}
.d1{padding-left:20px}.d2{padding-left:40px}.d3{padding-left:60px}.d4{padding-left:80px}.d5{padding-left:100px}.d6{padding-left:120px}
pre{margin:0;padding:12px 16px;background:var(--well);border-radius:6px;overflow-x:auto}
@media (max-width:56em){
.columns{display:block}
nav ul{position:static;columns:2;column-gap:24px;margin-bottom:40px}
nav li{break-inside:avoid}
h1{font-size:28px}h2{font-size:21px}
header,.columns{padding-left:16px;padding-right:16px}
header{padding-top:24px}
h3{grid-template-columns:56px minmax(0,1fr);gap:2px 8px}
.what{grid-column:1/-1}
}
@media print{nav{display:none}.columns{display:block}details{break-inside:avoid}}
`
