import { describe, expect, it } from 'vitest';
import { type DisputeState, disputeSteps, type DisputeStep, mergedDispute } from './dispute-state.js';

const open: DisputeState = {
  ...{ status: 'needs_response', reason: 'fraudulent', evidenceDueBy: new Date(0), processorUrl: null },
  ...{ withdrawn: false, amountValue: '1000', reinstatedValue: '0' },
};
const reported = { ...open, amountValue: 1_000, reinstated: 0 };
const taken = { ...open, withdrawn: true };
const step = (name: string, movement?: DisputeStep['movement']) => ({ type: `dispute.${name}`, movement });
const withdrawn = 'dispute withdrawn';
const reinstated = 'dispute reinstated';

const cases: [string, DisputeState | undefined, DisputeState, object[]][] = [
  ['an inquiry', undefined, { ...open, status: 'inquiry' }, [step('opened')]],
  ['a new dispute that took the money', undefined, taken, [step('opened', withdrawn)]],
  ['nothing new', taken, { ...taken, evidenceDueBy: new Date(0) }, []],
  ['the money, later', open, taken, [step('updated', withdrawn)]],
  ['an answer', taken, { ...taken, status: 'under_review' }, [step('updated')]],
  ['another deadline', open, { ...open, evidenceDueBy: new Date(1) }, [step('updated')]],
  ['another amount', open, { ...open, amountValue: '900' }, [step('updated')]],
  ['a loss', taken, { ...taken, status: 'lost' }, [step('closed')]],
  ['a win with the money', taken, { ...taken, status: 'won', reinstatedValue: '1000' }, [step('closed', reinstated)]],
  ['a win', taken, { ...taken, status: 'won' }, [step('closed')]],
  [
    'the money after a win',
    { ...taken, status: 'won' },
    { ...taken, status: 'won', reinstatedValue: '1000' },
    [step('updated', reinstated)],
  ],
  ['a loss that becomes a win', { ...taken, status: 'lost' }, { ...taken, status: 'won' }, [step('closed')]],
  ['a closed inquiry that escalates', { ...open, status: 'closed' }, taken, [step('updated', withdrawn)]],
  [
    'a whole dispute at once',
    undefined,
    { ...taken, status: 'won', reinstatedValue: '1000' },
    [step('opened', withdrawn), step('closed', reinstated)],
  ],
  [
    'both movements at once',
    open,
    { ...taken, reinstatedValue: '1000' },
    [step('updated', withdrawn), step('updated', reinstated)],
  ],
];

describe('disputeSteps', () => {
  it.each(cases)('%s', (_, stored, next, steps) => {
    expect(disputeSteps(stored, next)).toEqual(steps);
  });
});

describe('mergedDispute', () => {
  it('does not forget that money moved', () => {
    const stored = { ...taken, reinstatedValue: '1000' };
    expect(mergedDispute(stored, { ...reported, status: 'won' })).toEqual({ ...stored, status: 'won' });
  });

  it('follows the amount until the money is taken', () => {
    const escalated = { ...taken, amountValue: '900' };
    expect(mergedDispute(open, { ...reported, withdrawn: true, amountValue: 900 })).toEqual(escalated);
    expect(mergedDispute(escalated, { ...reported, withdrawn: true, amountValue: 800 })).toEqual(escalated);
  });

  it.each([
    ['all' as const, '1000'],
    [300, '300'],
    [1_200, '1000'],
  ])('gives back no more than was taken: %s', (given, reinstatedValue) => {
    const lost = { ...reported, status: 'lost' as const, withdrawn: true, reinstated: given, amountValue: 800 };
    expect(mergedDispute(taken, lost)).toEqual({ ...taken, status: 'lost', reinstatedValue });
  });
});
