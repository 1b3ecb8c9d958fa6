/** Tests priority and fairness in a whole server: requests that hold seats, requests that wait for seats, and rejected requests. */
import { request } from 'node:https';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import { allowed } from '../../runtime/api/authorization.ts';
import type { AuthorizerRow } from '../../runtime/auth/authz/contract.ts';
import type { Answer } from '../setup/server.ts';
import { startTestStack, type TestStack } from './stack-fixture.ts';

const group = '/apis/flowcontrol.apiserver.orch.io/v1beta2';
const configMaps = '/api/v1/namespaces/default/configmaps';
const open: AuthorizerRow = { name: 'Open', used: 'always', start: () => ({ authorize: () => allowed }) };

/** Functions that release a waiting create, by its name. */
const held = new Map<string, () => void>();
const holding: AdmissionPlugin = {
	name: 'Holding',
	onByDefault: { from: '1.16' },
	operations: ['CREATE'],
	start: () => ({
		mutate: ({ name }) => (name.startsWith('held-') ? new Promise<undefined>((resolve) => held.set(name, () => resolve(undefined))) : undefined),
	}),
};

function releaseHeld(): void {
	for (const go of held.values()) go();
	held.clear();
}

describe('priority and fairness', () => {
	let stack: TestStack;
	beforeAll(async () => {
		// Thirty seats; a level with 30 of 305 shares gets three of them.
		const args = ['--max-requests-inflight', '20', '--max-mutating-requests-inflight', '10'];
		stack = await startTestStack({ args, authorizer: open, plugins: [holding] });
		const subjects = (name: string) => [{ kind: 'User', user: { name } }];
		const resourceRules = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }];
		for (const [name, limitResponse] of [
			['strict', { type: 'Reject' }],
			['patient', { type: 'Queue', queuing: { queues: 1, handSize: 1, queueLengthLimit: 2 } }],
		] as const) {
			const level = { metadata: { name }, spec: { type: 'Limited', limited: { assuredConcurrencyShares: 30, limitResponse } } };
			const schema = {
				metadata: { name },
				spec: { matchingPrecedence: 50, priorityLevelConfiguration: { name }, rules: [{ subjects: subjects(name), resourceRules }] },
			};
			expect((await stack.ask('POST', `${group}/prioritylevelconfigurations`, level)).status).toBe(201);
			expect((await stack.ask('POST', `${group}/flowschemas`, schema)).status).toBe(201);
		}
		await vi.waitFor(async () => {
			const answers = await Promise.all(['strict', 'patient', 'jane'].map((name) => read(name, 'none')));
			expect(new Set(answers.map(({ headers }) => headers['x-orch-pf-flowschema-uid'])).size).toBe(3);
		});
	});
	afterEach(releaseHeld);
	afterAll(() => stack.close());

	const as = (user: string) => ({ 'impersonate-user': user });
	const read = (user: string, name: string): Promise<Answer> => stack.ask('GET', `${configMaps}/${name}`, undefined, as(user));
	let count = 0;
	const create = (user: string): Promise<Answer> => stack.ask('POST', configMaps, { metadata: { name: `held-${user}-${++count}` } }, as(user));
	const untilHeld = (number: number): Promise<void> => vi.waitFor(() => expect(held.size).toBe(number));
	const metric = async (name: string, level: string): Promise<number> => {
		const { text } = await stack.ask('GET', '/metrics');
		const lines = text.split('\n').filter((line) => line.startsWith(`apiserver_flowcontrol_${name}{`) && line.includes(`priority_level="${level}"`));
		return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
	};

	const observed = async (name: string, level: string) => ({ count: await metric(`${name}_count`, level), sum: await metric(`${name}_sum`, level) });

	it('a level has its own seats, and refuses excess requests without a queue', async () => {
		const three = [create('strict'), create('strict'), create('strict')];
		await untilHeld(3);
		expect(await metric('current_executing_requests', 'strict')).toBe(3);
		const { text } = await stack.ask('GET', '/metrics');
		expect(text).toContain('apiserver_current_inflight_requests{request_kind="mutating"} 3\n');
		const away = await create('strict');
		expect([away.status, away.headers['retry-after']]).toEqual([429, '1']);
		expect(away.json()).toMatchObject({ kind: 'Status', reason: 'TooManyRequests', message: 'Too many requests, please try again later.' });
		expect((await read('strict', 'none')).status).toBe(429);
		expect((await read('jane', 'none')).status).toBe(404);
		expect((await stack.askAnonymously('GET', '/readyz')).status).toBe(200);
		expect(await metric('rejected_requests_total', 'strict')).toBe(2);
		releaseHeld();
		expect((await Promise.all(three)).map(({ status }) => status)).toEqual([201, 201, 201]);
		expect((await read('strict', 'none')).status).toBe(404);
	});

	it('excess requests wait in bounded queues, the longest first', async () => {
		const three = [create('patient'), create('patient'), create('patient')];
		await untilHeld(3);
		const order: string[] = [];
		const waiting = ['a', 'b'].map((name) => read('patient', name).then(({ status }) => order.push(`${name} ${status}`)));
		await vi.waitFor(async () => expect(await metric('current_inqueue_requests', 'patient')).toBe(2));
		expect((await read('patient', 'c')).status).toBe(429);
		const dumped = await stack.ask('GET', '/debug/api_priority_and_fairness/dump_priority_levels');
		expect(dumped.text).toMatch(/^patient, +1, +false, +false, +2, +3, /m);
		// A create that found the thread busy began from the queue, which then counts it as executing.
		expect((await stack.ask('GET', '/debug/api_priority_and_fairness/dump_queues')).text).toMatch(/^patient, +0, +2, +[0-3], +[0-3], /m);
		const { text } = await stack.ask('GET', '/debug/api_priority_and_fairness/dump_requests?includeRequestDetails=1');
		const rows = text.split('\n').filter((line) => line.startsWith('patient,'));
		expect(rows.map((row) => row.split(/, +/).slice(1, 4))).toEqual([
			['patient', '0', '0'],
			['patient', '0', '1'],
		]);
		expect(rows[0]).toMatch(/, +patient, +get, +\/api\/v1\/namespaces\/default\/configmaps\/a, +default, +a, +v1, +configmaps, *$/);
		releaseHeld();
		await Promise.all([...three, ...waiting]);
		expect(order).toEqual(['a 404', 'b 404']);
		expect(await metric('current_inqueue_requests', 'patient')).toBe(0);
		expect(await metric('current_executing_requests', 'patient')).toBe(0);
	});

	it('a body that does not arrive holds no seat', async () => {
		const slow = Array.from({ length: 6 }, () => slowCreate(stack, 'patient'));
		await Promise.all(slow.map(({ sent }) => sent));
		expect(await metric('current_executing_requests', 'patient')).toBe(0);
		expect((await read('patient', 'none')).status).toBe(404);
		for (const { end, status } of slow) {
			end();
			expect(await status).toBe(201);
		}
	});

	it('a long answer holds its seats only while its client reads', async () => {
		for (let i = 0; i < 16; i++) await stack.ask('POST', configMaps, { metadata: { name: `big-${i}` }, data: { a: 'x'.repeat(900_000) } });
		const before = await observed('request_execution_seconds', 'strict');
		const lists = Array.from({ length: 3 }, () => unread(stack, 'strict'));
		await Promise.all(lists.map(({ begun }) => begun));
		await vi.waitFor(async () => expect(await metric('current_executing_requests', 'strict')).toBe(0));
		expect((await read('strict', 'none')).status).toBe(404);
		const after = await observed('request_execution_seconds', 'strict');
		expect(after.count - before.count).toBe(4);
		expect(after.sum - before.sum).toBeGreaterThan(3 * 0.05);
		for (const { close } of lists) close();
	});

	it('debug pages need permission', async () => {
		const closed = await startTestStack();
		for (const page of ['dump_priority_levels', 'dump_queues', 'dump_requests']) {
			expect((await closed.askAnonymously('GET', `/debug/api_priority_and_fairness/${page}`)).status).toBe(403);
		}
		expect((await closed.ask('GET', '/debug/api_priority_and_fairness/none')).status).toBe(404);
		expect((await closed.ask('GET', '/debug/constructor')).status).toBe(404);
		await closed.close();
	});

	it('when it is off has no objects, headers or pages, and the bounds apply', async () => {
		const args = ['--enable-priority-and-fairness=false', '--max-mutating-requests-inflight', '1'];
		const plain = await startTestStack({ args, authorizer: open, plugins: [holding] });
		const { headers, ...answer } = await plain.ask('GET', `${group}/flowschemas`);
		expect((answer.json() as { items: unknown[] }).items).toEqual([]);
		expect(Object.keys(headers).filter((name) => name.includes('-pf-'))).toEqual([]);
		expect((await plain.ask('GET', '/debug/api_priority_and_fairness/dump_queues')).status).toBe(404);
		const one = plain.ask('POST', configMaps, { metadata: { name: 'held-plain' } });
		await untilHeld(1);
		expect((await plain.ask('POST', configMaps, { metadata: { name: 'other' } }, as('jane'))).status).toBe(429);
		// Administrators are exempt, as in Kubernetes.
		expect((await plain.ask('POST', configMaps, { metadata: { name: 'other' } })).status).toBe(201);
		releaseHeld();
		expect((await one).status).toBe(201);
		await plain.close();
	});
});

function slowCreate({ url, credentials }: TestStack, user: string) {
	const { promise: status, resolve, reject } = Promise.withResolvers<number | undefined>();
	const { promise: sent, resolve: isSent } = Promise.withResolvers<void>();
	const body = JSON.stringify({ metadata: { generateName: 'slow-' } });
	const headers = { 'impersonate-user': user, 'content-type': 'application/json', 'content-length': body.length };
	const outgoing = request(`${url}${configMaps}`, { ...credentials, method: 'POST', headers }, (response) => {
		response.resume();
		resolve(response.statusCode);
	});
	outgoing.on('error', reject);
	outgoing.write(body.slice(0, 5), () => isSent());
	return { sent, status, end: () => outgoing.end(body.slice(5)) };
}

function unread({ url, credentials }: TestStack, user: string) {
	const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
	const outgoing = request(`${url}${configMaps}`, { ...credentials, headers: { 'impersonate-user': user }, agent: false }, (response) => {
		response.pause();
		response.on('error', () => undefined);
		resolve();
	});
	outgoing.on('error', reject);
	outgoing.end();
	return { begun, close: () => outgoing.destroy() };
}
