/** Tests that data sent by clients cannot forge a line of the log or audit, control a terminal, or flood the metrics with labels. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const scratch = makeScratch();
const audit = join(scratch.path, 'audit.log');
let server: ServerProcess;
beforeAll(async () => {
	const flags = ['--v', '10', '--audit-log-path', audit, '--emulated-version', '1.36'];
	server = await startServer(inject('built').kubernetes, { dataDir: join(scratch.path, 'data'), flags });
});
afterAll(async () => {
	await server?.stop();
	scratch.remove();
});

/** Returns the first line of the answer to these raw bytes. */
async function raw(lines: readonly string[]): Promise<string> {
	const socket = connect({ host: '127.0.0.1', port: server.port, ca: server.credentials.ca, servername: 'localhost' });
	await once(socket, 'secureConnect');
	socket.write(Buffer.from(`${[...lines, 'Host: x', 'Connection: close'].join('\r\n')}\r\n\r\n`, 'latin1'));
	let said = '';
	for await (const part of socket) said += String(part);
	return said.slice(0, said.indexOf('\r\n'));
}

const configMaps = '/api/v1/namespaces/default/configmaps';
/** Encodes a header value: each character is one byte of the UTF-8. */
const header = (text: string): string => Buffer.from(text).toString('latin1');
/** Terminal sequences for colour, window title and a line of its own, then the same with control characters outside ASCII. */
const orders = '\u009b31m\u009d0;owned\u009c\u0085\u2028{"level":"info"}\u2029\u202egnp.txt';

const auditLines = (): readonly string[] => readFileSync(audit, 'utf8').split('\n').slice(0, -1);
const logLines = (): readonly string[] => server.log().split('\n').slice(0, -1);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const obeyed = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

describe('lines', () => {
	it.each<readonly [string, () => Promise<unknown>]>([
		['an agent', () => raw([`GET ${configMaps}/agent HTTP/1.1`, `User-Agent: agent ${orders.replaceAll(/[^\0-\xff]/g, '')}`])],
		['an agent in UTF-8', () => raw([`GET ${configMaps}/agent HTTP/1.1`, `User-Agent: ${header(`agent ${orders}`)}`])],
		['a user', () => server.call('GET', `${configMaps}/user`, undefined, { 'impersonate-user': header(`user ${orders}`) })],
		[
			'groups, a uid and more',
			() =>
				server.call('GET', `${configMaps}/group`, undefined, {
					'impersonate-user': 'ann',
					'impersonate-group': header(`group ${orders}`),
					'impersonate-uid': header(`uid ${orders}`),
					'impersonate-extra-x%c2%9b31m%0a': header(`more ${orders}`),
				}),
		],
		['a query', () => server.call('GET', `${configMaps}?labelSelector=${encodeURIComponent(`in ${orders}\n\u001b[31m`)}`)],
		['a path', () => server.call('GET', `${configMaps}/${encodeURIComponent(`path ${orders}\n`)}`)],
		['a name', () => server.call('POST', configMaps, { metadata: { name: `name ${orders}\n\u001b[31m` } })],
		['a manager of fields', () => server.call('POST', `${configMaps}?fieldManager=${encodeURIComponent(orders)}`, { metadata: { name: 'managed' } })],
		['a token', () => raw([`GET ${configMaps}/token HTTP/1.1`, `Authorization: Bearer ${header(orders)}`])],
		['a forwarded address', () => raw([`GET ${configMaps}/from HTTP/1.1`, `X-Forwarded-For: ${header(orders)}`])],
		['an id', () => raw([`GET ${configMaps}/id HTTP/1.1`, `Audit-Id: ${header(orders)}`, `Traceparent: ${header(orders)}`])],
	])('from %s contain no terminal sequence and no line break', async (_, ask) => {
		const [before, beforeLog] = [auditLines().length, logLines().length];
		await ask();
		await expect.poll(() => logLines().length).toBeGreaterThan(beforeLog);
		const told = auditLines().slice(before);
		expect(told.length).toBeGreaterThanOrEqual(1);
		for (const line of [...told, ...logLines().slice(beforeLog)]) {
			expect(line).not.toMatch(obeyed);
			expect(typeof JSON.parse(line)).toBe('object');
		}
	});

	it('contain the same values, with escapes', () => {
		const events = auditLines().map((line): Loose => JSON.parse(line));
		expect(events.map(({ userAgent }) => userAgent)).toContain(`agent ${header(orders)}`);
		expect(events.map(({ impersonatedUser }) => impersonatedUser?.username)).toContain(`user ${orders}`);
	});

	it.each([
		['a path of bytes', `GET ${configMaps}/\x9b31m HTTP/1.1`],
		['a method of bytes', `G\x9bT ${configMaps} HTTP/1.1`],
		['a path with a line in it', `GET ${configMaps}/\x0a HTTP/1.1`],
	])('with %s are refused', async (_, line) => {
		expect(await raw([line])).toMatch(/^HTTP\/1.1 400 /);
		for (const each of [...auditLines(), ...logLines()]) expect(each).not.toMatch(obeyed);
	});
});

describe('labels of metrics', () => {
	const series = async (): Promise<ReadonlySet<string>> => {
		const { text } = await server.call('GET', '/metrics');
		return new Set(text.split('\n').flatMap((line) => (line === '' || line.startsWith('#') ? [] : [line.slice(0, line.lastIndexOf(' '))])));
	};
	/** Varies every value that a client chooses freely. */
	const round = async (i: number): Promise<void> => {
		const { url, credentials } = server;
		const nobody = { ca: credentials.ca };
		const odd = { 'user-agent': `agent-${i}`, accept: `application/x-${i}`, 'content-type': `text/x-${i}` };
		await Promise.all([
			call(url, nobody, 'GET', `/apis/g${i}.example/v${i}/r${i}`),
			call(url, nobody, 'GET', `/apis/apps/v${i}/deployments`),
			call(url, nobody, 'GET', '/api/v1/pods', undefined, { authorization: `Bearer token-${i}` }),
			server.call('GET', `/apis/g${i}.example/v${i}/namespaces/n${i}/r${i}/x/s${i}`),
			server.call('GET', `/api/v1/namespaces/default/pods/p/s${i}`),
			server.call('GET', `/api/v1/r${i}`),
			server.call('GET', `/path-${i}/more`),
			server.call('GET', `/healthz/check-${i}`),
			server.call('GET', `${configMaps}?fieldSelector=f${i}%3Dx&labelSelector=l${i}`, undefined, odd),
			server.call('POST', `${configMaps}?fieldManager=m${i}&dryRun=d${i}`, { metadata: { name: `n-${i}` } }, odd),
			server.call('PATCH', `${configMaps}/n-${i}`, {}, odd),
			server.call('GET', configMaps, undefined, { 'impersonate-user': `user-${i}`, 'impersonate-group': `group-${i}` }),
			server.call('POST', `/api/v1/namespaces/n-${i}/events`, { metadata: { name: `e-${i}` } }),
			raw([`METHOD${i} ${configMaps} HTTP/1.1`]),
		]);
	};

	it('stay bounded, whatever clients send', async () => {
		// The first call adds the series of the metrics request itself.
		await series();
		for (let i = 0; i < 6; i++) await round(i);
		const before = await series();
		for (let i = 6; i < 16; i++) await round(i);
		const more = [...(await series())].filter((each) => !before.has(each) && !each.includes('_bucket{'));
		expect(more).toEqual([]);
	});
});
