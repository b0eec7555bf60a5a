/** The style of a report: on a screen in light and dark, on paper in A4 and Letter. The policy of the page names its hash, so nothing else styles it. */
import { createHash } from 'node:crypto'

export const STYLE = `:root{--ink:#1b2430;--soft:#5b6775;--line:#d5dbe2;--ground:#fff;--card:#f5f7f9;--bar:#3b76b5;--hot:#b5381f;--float:#8a97a6;--mark:#7a4fb0;--good:#1d6b45;--warn:#8a5a00}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6ebf1;--soft:#a3b0be;--line:#384452;--ground:#12171d;--card:#1b222b;--bar:#6ba6e5;--hot:#ff8f70;--float:#8796a6;--mark:#c3a2f2;--good:#7fd6a8;--warn:#eec06a}}
*{box-sizing:border-box}
body{margin:0 auto;padding:24px;max-width:1000px;color:var(--ink);background:var(--ground);font:14px/1.5 system-ui,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
h1{font-size:26px;line-height:1.2;margin:0 0 4px}
h2{font-size:18px;margin:32px 0 10px;padding-bottom:4px;border-bottom:1px solid var(--line)}
h3{font-size:14px;margin:0 0 4px}
p{margin:0 0 8px}
.soft,caption,figcaption{color:var(--soft);font-size:12px}
.lead{font-size:16px;margin:12px 0}
dl.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:8px;margin:12px 0}
dl.figures div{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:8px 10px;break-inside:avoid}
dt{color:var(--soft);font-size:12px}
dd{margin:0;font-weight:600;overflow-wrap:anywhere}
dl.more{display:grid;grid-template-columns:max-content 1fr;gap:0 10px;margin:4px 0 0;font-size:12px}
dl.more dd{font-weight:400}
.item{border:1px solid var(--line);border-left-width:4px;border-radius:4px;padding:8px 12px;margin:0 0 8px;break-inside:avoid;overflow-wrap:anywhere}
.item.critical,.item.high,.item.fail{border-left-color:var(--hot)}
.item.medium{border-left-color:var(--warn)}
.item.pass{border-left-color:var(--good)}
.chip{display:inline-block;border:1px solid currentColor;border-radius:9px;padding:0 8px;font-size:12px;font-weight:600;margin-right:6px;white-space:nowrap}
.chip.critical,.chip.high,.chip.fail{color:var(--hot)}
.chip.medium,.chip.warning{color:var(--warn)}
.chip.pass,.chip.success{color:var(--good)}
.chip.low,.chip.info,.chip.skipped,.chip.not_applicable{color:var(--soft)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:12px;margin:0 0 16px}
caption{text-align:left;padding:2px 0 6px}
th{text-align:left;font-weight:600;vertical-align:bottom;border-bottom:2px solid var(--line);padding:3px 6px}
td{vertical-align:top;border-bottom:1px solid var(--line);padding:3px 6px;overflow-wrap:anywhere;unicode-bidi:isolate}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
td.i{min-width:6.5em}
td.t{min-width:9em}
.w{white-space:nowrap}
tr{break-inside:avoid}
article.analysis{margin-top:48px}
article.analysis>h2{font-size:22px;border-bottom:2px solid var(--ink)}
h4{font-size:14px;margin:0 0 4px}
article.analysis h3{font-size:17px;margin:28px 0 10px}
nav ol{columns:2;padding-left:20px}
a{color:var(--bar)}
table.overview td{overflow-wrap:break-word}
table.overview th[scope=row]{border-bottom:1px solid var(--line);vertical-align:top}
figure{margin:0 0 20px}
figure svg{display:block;width:100%;height:auto}
h2,h3,h4,caption{break-after:avoid}
footer{margin-top:32px;padding-top:8px;border-top:1px solid var(--line)}
@page{margin:16mm 13mm 17mm;@top-left{content:"Schedule Intelligence Service";font:8pt system-ui,sans-serif;color:#5b6775}@bottom-right{content:"Page " counter(page) " of " counter(pages);font:8pt system-ui,sans-serif;color:#5b6775}}
@media print{article.analysis{break-before:page;margin-top:0}article.analysis>h2{font-size:16pt}a{color:inherit;text-decoration:none}body{max-width:none;padding:0;font-size:9.5pt}h1{font-size:18pt}h2{font-size:13pt;margin-top:7mm}table{font-size:7.5pt}.scroll{overflow:visible}td,th{padding:1.5pt 3pt}dl.figures{grid-template-columns:repeat(3,1fr)}}
`

const HASH = createHash('sha256').update(STYLE).digest('base64')

/** Nothing is loaded and nothing runs. */
export const FILE_POLICY = `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'`
export const PAGE_POLICY = `${FILE_POLICY}; frame-ancestors 'none'`
