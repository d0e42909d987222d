import { describe, expect, it } from 'vitest';
import { documentedAnswers, undeclaredAnswers } from './answers.mjs';

const contract = {
  paths: {
    '/v1/things': {
      parameters: [],
      post: {
        operationId: 'createThing',
        responses: {
          201: { headers: { 'Request-Id': { required: true }, Link: {} } },
          409: { $ref: '#/components/responses/Conflict' },
        },
      },
    },
  },
  components: {
    headers: { RetryAfter: { required: true } },
    responses: {
      Conflict: {
        'x-problem-codes': ['thing_taken'],
        headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
      },
    },
  },
};

const note = (changes) => ({
  operationId: 'createThing',
  status: 409,
  code: 'thing_taken',
  headers: ['retry-after'],
  file: 'things.test.ts',
  test: 'createThing > 409',
  ...changes,
});

describe('undeclaredAnswers', () => {
  it.each([
    ['what the contract declares', {}, []],
    ['a success with its headers', { status: 201, code: null, headers: ['request-id'] }, []],
    [
      'a status',
      { status: 418, code: 'teapot' },
      [
        'createThing answered 418 teapot: the contract does not declare this status; seen by things.test.ts, createThing > 409',
      ],
    ],
    [
      'a code',
      { code: 'thing_lost' },
      [
        'createThing answered 409 thing_lost: the contract does not declare this code; seen by things.test.ts, createThing > 409',
      ],
    ],
    [
      'a required header',
      { headers: ['date'] },
      [
        'createThing answered 409 thing_taken: the header Retry-After is missing; seen by things.test.ts, createThing > 409',
      ],
    ],
  ])('%s', (_, changes, lines) => {
    expect(undeclaredAnswers(contract, [note(changes)])).toEqual(lines);
  });

  it('reports each kind once, however many tests received it', () => {
    const notes = [note({ code: 'thing_lost' }), note({ code: 'thing_lost', test: 'another' })];
    expect(undeclaredAnswers(contract, notes)).toHaveLength(1);
  });
});

describe('documentedAnswers', () => {
  it('lists every status of every operation', () => {
    expect(documentedAnswers(contract)).toEqual([
      { operationId: 'createThing', status: '201' },
      { operationId: 'createThing', status: '409' },
    ]);
  });
});
