// What a page needs only to come alive waits until it has been drawn: its modules and words stand in a template, which a script opens
// then (finish-page.ts puts them there). Code and words are twice as heavy as what is seen first (HTML, style, font, a picture): on a
// slow line they would share it, and the picture would come a second later. Presses and input that come before are kept, see
// src/ui/early-input.ts.

export const FOR_SCRIPTS = /<link rel="(?:modulepreload"[^>]*|preload"[^>]* as="fetch"[^>]*)>/g
export const ENTRY = /<script type="module" async="" src="[^"]+"><\/script>/

// Drawn: the first frame, and the pictures that the page calls urgent, unless they take longer than another second.
// A tab in the background draws nothing: it comes alive at once. A window that is covered, or whose machine is busy, may say
// that it is visible and draw nothing all the same: it comes alive after three seconds. Starting twice is starting once, for
// the template is empty then. Without script the template stays what it is, nothing.
export const START_SCRIPT = `(function(){var s=document.currentScript,t=s.previousSibling;s.remove();t.remove();
function start(){document.head.append(t.content)}
function frame(f){requestAnimationFrame(function(){setTimeout(f)})}
if(document.hidden)start();else setTimeout(start,3e3),frame(function(){
var urgent=[].map.call(document.querySelectorAll('img[fetchpriority=high]'),function(i){return i.decode()});
Promise.race([Promise.allSettled(urgent),new Promise(function(f){setTimeout(f,1e3)})]).then(function(){frame(start)})})})()`.replaceAll(
  '\n',
  '',
)
