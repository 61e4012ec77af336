import { fitCodes } from '~/card/fit-codes'
import { RECONNECT_SPREAD_MS } from '~/card/code-refresher'
import { CARD_HEADER } from '~/lib/page-marks'

interface StoredCardScript {
  isTill: boolean
  /** True when the error may pass by itself. */
  looksAgain: boolean
}

const fit = `
const fit=${fitCodes},paper=document.querySelector('.paper');
if(paper){fit(paper);addEventListener('resize',()=>fit(paper))}
`

const talk = `
const worker=navigator.serviceWorker;
worker.addEventListener('message',({data})=>{
if(data==='fresh')location.reload();
if(data==='forgotten'){for(const s of [localStorage,sessionStorage])for(const k of Object.keys(s))if(k.startsWith('v1_'))s.removeItem(k);location.replace('/login')}
});
worker.startMessages();
if(worker.controller)worker.controller.postMessage('await-fresh');
const forget=document.getElementById('forget');
if(forget)forget.onclick=()=>worker.controller&&worker.controller.postMessage('forget-card');
`

/**
 * Keeps the page until a fresh code exists, then replaces it. When the phone comes online, a request starts soon
 * and cancels the running one; pauses stay the same. Chance spreads the phones of one network.
 */
const look = `
let wait=15000,next=setTimeout(look,wait),ask;
async function look(online){
clearTimeout(next);
if(ask)ask.abort();
ask=new AbortController();
if(!online)wait=Math.min(wait*2,300000);next=setTimeout(look,wait*(.8+Math.random()*.4));
try{if(document.visibilityState==='visible'){
const answer=await fetch('/qr',{method:'HEAD',signal:ask.signal});
if(answer.ok&&!answer.redirected&&answer.headers.get('${CARD_HEADER}')==='code')location.reload()}}catch{}}
addEventListener('online',()=>{clearTimeout(next);next=setTimeout(look,Math.random()*${RECONNECT_SPREAD_MS},true)});
`

const stayAwake = `
const awake=()=>{if(document.visibilityState==='visible'&&navigator.wakeLock)navigator.wakeLock.request('screen').catch(()=>{})};
document.addEventListener('visibilitychange',awake);awake();
`

/** The script of the stored card; without it, links do the same. */
export function storedCardScript({ isTill, looksAgain }: StoredCardScript): string {
  return fit + talk + (looksAgain ? look : '') + (isTill ? stayAwake : '')
}
