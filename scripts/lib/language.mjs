// Phrases of an older style that is hard to read, for `npm run check -- language`.

/**
 * `phrase` is a regular expression between word boundaries, in any case. A space in it matches white space, line breaks
 * and comment marks. `instead` says what to write.
 * @typedef {{ phrase: string, instead: string }} Rule
 */

/** @type {Rule[]} */
export const rules = [
  { phrase: 'whoever|whosoever|whatsoever', instead: 'name the actor: "a client that", "the process that"' },
  { phrase: 'besides', instead: '"also", "in addition to"' },
  { phrase: 'beside (them|others|each other|what)', instead: '"next to", "together with"' },
  { phrase: '(is|are|was|were|be|been|being|not|never) told', instead: '"receives", "reports", "is called with"' },
  { phrase: 'tells? (what|how|whether|of)', instead: '"shows", "returns", "reports"' },
  { phrase: '(has|have|had) (?!to )[\\w-]+( [\\w-]+)? wait', instead: '"makes X wait", "X waits until"' },
  { phrase: 'none that', instead: 'say what it is: "unknown", "invalid", "not issued by"' },
  { phrase: '(?<!(?:all|both|each|most|none|one|some|two|three) )of which', instead: '"whose", or a second sentence' },
  { phrase: '(take|takes|took|taken|taking) notice', instead: '"receive", "enqueue", "accept"' },
  { phrase: '(bear|bears|bore|borne|bearing) (it |them |that )?out', instead: '"confirm"' },
  { phrase: 'as ever', instead: '"as usual", or nothing' },
  { phrase: 'nothing( [\\w-]+){0,4} but', instead: '"only"' },
  { phrase: '(what|whatever) (has |had )?(becomes?|became) of', instead: '"the outcome of", "what happened to"' },
  { phrase: 'what (has )?(comes?|came) of', instead: '"the result of"' },
  { phrase: '(come|comes|came) to be', instead: '"is created"' },
  { phrase: 'be it', instead: '"whether it is"' },
  { phrase: 'all the same', instead: '"anyway", "nevertheless"' },
  { phrase: 'in vain', instead: '"without success"' },
  { phrase: 'lest', instead: '"so that ... not"' },
  { phrase: 'in the midst of', instead: '"during"' },
  { phrase: 'that there (is|are|was|were) not', instead: '"that does not exist", "unknown"' },
  { phrase: '(hang|hangs|hung) on', instead: '"depends on"' },
  { phrase: '(let|lets) go of', instead: '"release", "void"' },
  { phrase: '(goes|go) on by (itself|themselves)', instead: '"continues in the background"' },
  { phrase: 'nobody (knows|sees|reads|takes|waits|asks|is at)', instead: 'name who does not, or use the passive' },
  { phrase: '(for|after|until) as long as it takes', instead: '"without a limit", "until it is done"' },
];

const gap = String.raw`(?:\s|\*|#|//|>)+`;
const gaps = new RegExp(gap, 'g');
const expressions = rules.map(({ phrase, instead }) => ({
  expression: new RegExp(`\\b(?:${phrase.replaceAll(' ', gap)})\\b`, 'gi'),
  instead,
}));

/**
 * Finds the phrases in a text, in order.
 * @param {string} text
 * @returns {{ line: number, found: string, instead: string }[]}
 */
export function findPhrases(text) {
  return expressions
    .flatMap(({ expression, instead }) =>
      [...text.matchAll(expression)].map(({ 0: found, index }) => ({
        line: text.slice(0, index).split('\n').length,
        found: found.replace(gaps, ' ').toLowerCase(),
        instead,
      })),
    )
    .sort((one, other) => one.line - other.line);
}
