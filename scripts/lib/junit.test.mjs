import { describe, expect, it } from 'vitest';
import { countsIn } from './junit.mjs';

const head = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>';

describe('countsIn', () => {
  it('reads the reports of pytest', () => {
    const report = `${head}<testsuite name="pytest" errors="0" failures="1" skipped="1" tests="4" time="1">
      <testcase classname="tests.test_a" name="test_b[x &lt; y]" time="0.1"><failure message="assert 1 == 2&#10; + where">def
      test_b</failure></testcase><testcase classname="tests.test_a" name="test_c" time="0.1" /></testsuite></testsuites>`;
    expect(countsIn(report)).toEqual({
      ...{ passed: 2, failed: 1, skipped: 1 },
      failures: ['tests.test_a > test_b[x < y]: assert 1 == 2'],
    });
  });

  it('reads the reports of PHPUnit, which have text but no message', () => {
    const report = `${head}
      <testsuite name="all" tests="3" assertions="9" errors="1" warnings="0" failures="1" skipped="0" time="0.1">
      <testsuite name="A" tests="3" errors="1" failures="1" skipped="0">
      <testcase name="testB" class="A" classname="A" file="/a.php" line="1">
        <failure type="X">A::testB&#10;Failed asserting that 1 is 2.&#10;&#10;/a.php:3&#10;</failure>
      </testcase>
      <testcase name="testC" class="A" classname="A" file="/a.php" line="9">
        <error type="TypeError">A::testC
TypeError: no</error>
      </testcase></testsuite></testsuite></testsuites>`;
    expect(countsIn(report)).toEqual({
      ...{ passed: 1, failed: 2, skipped: 0 },
      failures: ['A > testB: Failed asserting that 1 is 2.', 'A > testC: TypeError: no'],
    });
  });

  it('reads the reports of Schemathesis, whose tests have no class', () => {
    const report = `${head}<testsuite name="schemathesis" errors="0" failures="1" skipped="0" tests="2" time="1">
      <testcase name="GET /v1/events" time="1"><failure type="failure" message="ST202">1. Test Case</failure></testcase>
      <testcase name="GET /v1/refunds" time="1" /></testsuite></testsuites>`;
    expect(countsIn(report)).toEqual({
      ...{ passed: 1, failed: 1, skipped: 0 },
      failures: ['GET /v1/events: ST202'],
    });
  });

  it('counts nothing without a report', () => {
    expect(countsIn('')).toEqual({ passed: 0, failed: 0, skipped: 0, failures: [] });
  });
});
