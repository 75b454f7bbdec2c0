/** The page's one style, for a telephone first. `--accent` is the fitter's. */
export const PAGE_STYLE = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth;scroll-padding-bottom:96px}
body{margin:0;background:#f6f5f2;color:#211f1c;font:17px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums;padding-bottom:88px}
.top{background:#fff;border-bottom:3px solid var(--accent);padding:20px 20px 16px}
.top img{display:block;width:auto;height:auto;max-width:min(240px,70vw);max-height:72px}
.top .name{margin-block:0;font-size:21px;font-weight:650}
main,footer,.top>*{max-width:760px;margin-inline:auto}
main{padding:24px 20px 8px}
h1{font-size:44px;line-height:1.1;margin:2px 0 6px;letter-spacing:-.02em;font-weight:680}
h2{font-size:20px;line-height:1.3;margin:28px 0 8px;color:var(--accent)}
h3{font-size:18px;line-height:1.3;margin:0 0 4px}
p{margin:0 0 10px}
a{color:var(--accent)}
.muted{color:#5d5850}
.whom{display:none}
.head p{margin-bottom:6px}
.links{display:flex;flex-wrap:wrap;gap:10px;margin-top:16px!important}
.button,button,summary,.primary{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:10px 18px;border:1px solid #b9b3a9;border-radius:8px;background:#fff;color:#211f1c;font:inherit;font-weight:550;gap:.4em;text-decoration:none;cursor:pointer}
.primary,button.primary{background:var(--accent);border-color:var(--accent);color:#fff}
button[disabled]{opacity:.6;cursor:default}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.rooms,.extras{list-style:none;margin:0;padding:0}
.usual{font-size:15.5px;margin-bottom:4px}
.price{font-weight:620;white-space:nowrap;margin:0}
.rooms{background:#fff;border:1px solid #e3e0da;border-radius:10px;margin-top:14px}
.room+.room{border-top:1px solid #ece9e3}
.room details{border:0;border-radius:10px;margin:0;background:none}
.room summary{display:grid;grid-template-columns:40px 1fr auto 12px;align-items:center;gap:0 10px;min-height:56px;padding:6px 12px;font-weight:400;border-radius:10px}
.room summary::after{grid-area:1/4/3;margin:-5px 0 0}
.room details[open] summary::after{margin-top:5px}
.small{grid-area:1/1/3;width:40px;height:40px}
.room h3,.room .price{font-size:16px;line-height:1.3}
.room h3{margin:0;overflow-wrap:anywhere}
.facts{grid-area:2/2/auto/4;color:#5d5850;font-size:14.5px;line-height:1.35;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.several{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;white-space:normal}
.facts:empty,[open]>summary>.facts,[open]>summary>.small{display:none}
[open]>summary>h3{grid-column:1/3}
.about{display:grid;gap:12px 20px;padding:6px 12px 16px}
.about svg{display:block;width:auto;max-width:100%;height:auto;max-height:240px;margin:0 auto}
.about p{font-size:15.5px;margin:0 0 4px}
.extra{display:grid;grid-template-columns:auto 1fr auto;gap:14px;align-items:center;min-height:56px;padding:10px 16px;background:#fff;border:1px solid #e3e0da;border-radius:10px;margin-bottom:8px;cursor:pointer}
input[type=checkbox]{width:24px;height:24px;margin:0;accent-color:var(--accent)}
.sums{background:#fff;border:1px solid #e3e0da;border-radius:10px;padding:8px 16px;margin:0}
.sum{display:flex;justify-content:space-between;gap:16px;padding:7px 0}
.sum dt,.sum dd{margin:0}
.sum dd{white-space:nowrap}
.sum.grand{border-top:1px solid #d5d0c8;margin-top:6px;padding-top:12px;font-size:22px;font-weight:680;color:var(--accent)}
.standing{background:#fff;border:1px solid #e3e0da;border-left:4px solid var(--accent);border-radius:8px;padding:12px 16px;margin:14px 0}
.standing:focus{outline:none}
.standing:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.thanks h2{margin:2px 0 6px;font-size:22px}
.thanks dl{margin:12px 0 4px}
.thanks dl div{display:grid;grid-template-columns:1fr;padding:6px 0;border-top:1px solid #ece9e3}
.thanks dt{color:#5d5850;font-size:15.5px}
.thanks dd{margin:0;overflow-wrap:anywhere}
.whole{display:inline-block}
.thread{list-style:none;margin:0;padding:0}
.thread li{background:#fff;border:1px solid #e3e0da;border-radius:10px;padding:12px 16px;margin-bottom:10px}
.thread p{margin-bottom:4px;overflow-wrap:anywhere}
.answer{border-left:3px solid var(--accent);padding-left:12px;margin-top:10px}
.act+.act{margin-top:10px}
details{background:#fff;border:1px solid #e3e0da;border-radius:10px;margin-bottom:10px}
summary{display:flex;justify-content:flex-start;border:0;background:none;width:100%;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"";margin-left:auto;width:9px;height:9px;border:solid #5d5850;border-width:0 2px 2px 0;transform:rotate(45deg)}
details[open] summary::after{transform:rotate(-135deg)}
form{padding:4px 18px 18px}
.field{display:block;margin-bottom:14px}
.field span{display:block;font-weight:550;margin-bottom:4px}
.field small{display:block;color:#5d5850;margin-top:4px;font-size:15px}
.field input,textarea{width:100%;min-height:48px;padding:10px 12px;border:1px solid #8f897f;border-radius:8px;background:#fff;color:inherit;font:inherit}
.agree{display:grid;grid-template-columns:auto 1fr;gap:12px;align-items:start;margin-bottom:16px;cursor:pointer}
.error{color:#a3201a;font-weight:550}
.note{background:#fff;border:1px solid #e3e0da;border-radius:8px;padding:12px 16px}
form button{width:100%}
.bar{position:fixed;inset:auto 0 0;display:flex;align-items:center;justify-content:space-between;gap:16px;padding:10px max(20px,calc(50vw - 380px)) calc(10px + env(safe-area-inset-bottom));background:#fff;border-top:1px solid #d5d0c8}
.bar p{margin:0}
.bar strong{font-size:21px}
[hidden]{display:none!important}
footer{padding:28px 20px 24px;color:#5d5850;font-size:15.5px}
footer p{margin-bottom:4px}
.gone{padding-top:18vh;text-align:center}
.gone h1{font-size:28px}
@media(min-width:640px){
main{padding:36px 24px 8px}
h2{margin:36px 0 10px}
.whom{display:inline}
.top,footer{padding-inline:24px}
.top>*{max-width:712px}
.bar{padding-inline:max(24px,calc(50vw - 356px))}
.thanks dl div{grid-template-columns:180px 1fr}
.room summary,.about{padding-inline:16px}
.about{grid-template-columns:230px 1fr}
form button{width:auto;min-width:220px}
.links{margin-top:20px!important}
}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{
.bar,.act,.links,.room summary::after,.small,.facts{display:none}
body{background:#fff;padding:0}
.room h3{grid-column:1/3}
.room{break-inside:avoid}
.about svg{max-height:150px}
details::details-content{content-visibility:visible;display:block}
}
`;
