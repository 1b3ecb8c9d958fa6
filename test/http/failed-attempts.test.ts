/** Repeated failed authentication attempts. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf, FailedAttempts } from '../../runtime/filters/failed-attempts.ts';
import { startTestStack, type TestStack } from '../server/stack-fixture.ts';
import { call } from '../setup/server.ts';

describe('failed attempts', () => {
	let nowMs = 1_000;
	beforeEach(() => {
		nowMs = 1_000;
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
	});
	afterEach(() => {
		vi.useRealTimers();
		vi.restoreAllMocks();
	});
	const atOnce = (attempts: FailedAttempts, count: number, remote = '10.0.0.1:4711') =>
		Array.from({ length: count }, () => attempts.failed(remote)).filter((held) => held === undefined).length;

	it('get so many answers at once, so many more with time, and the others later', async () => {
		const attempts = new FailedAttempts();
		expect(atOnce(attempts, 150)).toBe(100);
		expect(atOnce(attempts, 5, '10.0.0.2:4711')).toBe(5);
		nowMs += 2_000;
		expect(atOnce(attempts, 50)).toBe(20);
		const held = attempts.failed('10.0.0.1:4712');
		vi.advanceTimersByTime(1_000);
		await held;
		nowMs += 3_600_000;
		expect(atOnce(attempts, 150)).toBe(100);
	});

	it('of one address do not use up those of others, and the number of remembered addresses is bounded', () => {
		const attempts = new FailedAttempts();
		atOnce(attempts, 200);
		for (let i = 0; i < 4_095; i++) expect(atOnce(attempts, 1, `10.1.${i >> 8}.${i & 255}:1`)).toBe(1);
		expect(atOnce(attempts, 1)).toBe(0);
		for (let i = 0; i < 4_096; i++) atOnce(attempts, 1, `10.2.${i >> 8}.${i & 255}:1`);
		expect(atOnce(attempts, 1)).toBe(1);
	});

	it('no more answers wait than a bound', () => {
		const attempts = new FailedAttempts();
		expect(atOnce(attempts, 100 + 10_000 + 7)).toBe(100 + 7);
	});
});

it.each([
	['10.0.0.1:80', '10.0.0.1'],
	['::ffff:10.0.0.1:80', '::ffff:10.0.0.1'],
	['2001:db8:1:2:3:4:5:6:80', addressOf('2001:db8:1:2::1:81')],
	['unknown:0', 'unknown'],
])('the address of %s is %s', (remote, address) => expect(addressOf(remote)).toBe(address));

it('networks of IPv6 are distinguished', () => expect(addressOf('2001:db8:1:2::1:80')).not.toBe(addressOf('2001:db8:1:3::1:80')));

describe('rate limits at the front door', () => {
	let stack: TestStack;
	beforeEach(async () => {
		stack = await startTestStack();
	});
	afterEach(async () => {
		vi.restoreAllMocks();
		await stack.close();
	});

	it('delay a guessing client but not one with valid credentials', async () => {
		const held = Promise.withResolvers<void>();
		const failed = vi.spyOn(FailedAttempts.prototype, 'failed').mockReturnValue(held.promise);
		let isAnswered = false;
		const guess = call(stack.url, { ca: stack.credentials.ca }, 'GET', '/api', undefined, { authorization: 'Bearer guess' }).finally(() => {
			isAnswered = true;
		});
		await expect.poll(() => failed.mock.calls.length, { timeout: 20_000 }).toBe(1);
		expect((await stack.ask('GET', '/api')).status).toBe(200);
		expect(isAnswered).toBe(false);
		held.resolve();
		expect((await guess).status).toBe(401);
	});
});
