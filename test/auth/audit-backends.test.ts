/** Audit backends: file rotation, batching modes, and size limits of events. */
import { closeSync, existsSync, ftruncateSync, openSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../runtime/auth/audit/contract.ts';
import { EventTexts } from '../../runtime/auth/audit/event-text.ts';
import { LogFile } from '../../runtime/auth/audit/log-file.ts';
import { batched, blocking, type Output, PartlyLost } from '../../runtime/auth/audit/modes.ts';
import { sourceIps } from '../../runtime/auth/audit/source-ips.ts';
import { inBatches, textWithin } from '../../runtime/auth/audit/truncated.ts';
import { fillDisk, mountDisk, noDisk, unmountDisk } from '../setup/disk.ts';
import { makeScratch, type Scratch } from '../setup/scratch.ts';

const event = (more: Partial<AuditEvent> = {}): AuditEvent => ({
	id: 'a',
	level: 'Metadata',
	stage: 'ResponseComplete',
	receivedMs: 0,
	stageMs: 1,
	uri: '/x',
	info: { isResource: false, verb: 'get' },
	user: undefined,
	impersonated: undefined,
	constraint: undefined,
	sourceIps: [],
	userAgent: '',
	objectName: undefined,
	answer: { code: 200 },
	requestObject: undefined,
	responseObject: undefined,
	annotations: {},
	...more,
});

describe('a log file', () => {
	let scratch: Scratch;
	let now: number;
	const failures: string[] = [];
	beforeEach(() => {
		scratch = makeScratch();
		now = Date.parse('2026-01-02T03:04:05.678Z');
		failures.length = 0;
	});
	afterEach(() => {
		expect(failures).toEqual([]);
		scratch.remove();
	});
	const open = (more: object = {}) =>
		new LogFile({
			path: join(scratch.path, 'audit.log'),
			maxBytes: 10,
			maxBackups: 0,
			maxAgeMs: 0,
			compress: false,
			failed: (said) => failures.push(said),
			now: () => now++,
			...more,
		});
	const names = () => readdirSync(scratch.path).sort();

	it('is rotated before it becomes too large, and continues under its name', async () => {
		const file = open();
		for (const line of ['one\n', 'two\n', 'three\n']) file.write(line);
		await file.close();
		const again = open();
		again.write('4\n');
		again.write('longer than a file may be\n');
		await again.close();
		expect(names()).toEqual(['audit-2026-01-02T03-04-05.678.log', 'audit-2026-01-02T03-04-05.679.log', 'audit.log']);
		expect(names().map((name) => readFileSync(join(scratch.path, name), 'utf8'))).toEqual(['one\ntwo\n', 'three\n4\n', 'longer than a file may be\n']);
	});

	it('leaves no part of a line that did not fit on the disk, and continues when there is room', async ({ skip }) => {
		if (!mountDisk(scratch.path, '64k')) return skip(noDisk);
		try {
			const file = open({ maxBytes: 1_000_000 });
			const filler = openSync(join(scratch.path, 'filler'), 'w');
			file.write('first\n');
			fillDisk(filler);
			const long = `${'x'.repeat(10_000)}\n`;
			expect(() => file.write(long)).toThrow('ENOSPC');
			ftruncateSync(filler, 0);
			closeSync(filler);
			file.write('last\n');
			await file.close();
			expect(readFileSync(join(scratch.path, 'audit.log'), 'utf8')).toBe('first\nlast\n');
		} finally {
			unmountDisk(scratch.path);
		}
	});

	it('keeps a number of backups, for a time, compressed; other files with similar names stay', async () => {
		const file = open({ maxBackups: 2 });
		for (let i = 0; i < 6; i++) file.write(`line ${i}xxx\n`);
		await file.close();
		expect(names()).toHaveLength(3);
		const packing = open({ compress: true });
		await packing.close();
		const packed = names().filter((name) => name.endsWith('.log.gz'));
		expect(packed).toHaveLength(2);
		expect(gunzipSync(readFileSync(join(scratch.path, packed[0] ?? ''))).toString()).toBe('line 3xxx\n');
		for (const name of packed) utimesSync(join(scratch.path, name), 0, 0);
		const other = join(scratch.path, 'audit-of-something.log');
		const kept = new LogFile({ path: other, maxBytes: 1, maxBackups: 0, maxAgeMs: 0, compress: false, failed: () => undefined });
		await kept.close();
		await open({ maxAgeMs: 1000 }).close();
		expect(names()).toEqual(['audit-of-something.log', 'audit.log']);
		expect(existsSync(other)).toBe(true);
	});
});

describe('modes', () => {
	const told = () => {
		const lost: number[] = [];
		const said: string[] = [];
		return {
			lost,
			said,
			options: { name: '--audit-log', lost: (count: number) => void lost.push(count), report: (sentence: string) => void said.push(sentence) },
		};
	};
	const broken: Output = {
		write: () => {
			throw new Error('the disk is full');
		},
		close: async () => {},
	};

	it('blocking: writes the event before the request continues, and a lost event delays no request', async () => {
		const { lost, said, options } = told();
		const written: AuditEvent[] = [];
		blocking({ ...broken, write: (events) => void written.push(...events) }, options, false).write(event());
		expect(written).toHaveLength(1);
		const sink = blocking(broken, options, false);
		for (let i = 0; i < 3; i++) sink.write(event({ stage: 'RequestReceived' }));
		const late = blocking({ ...broken, write: async () => Promise.reject(new Error('nobody answers')) }, options, false);
		await late.write(event());
		expect(lost).toEqual([1, 1, 1, 1]);
		expect(said).toEqual(['--audit-log: audit events dropped: the disk is full', '--audit-log: audit events dropped: nobody answers']);
	});

	it('blocking: groups events of one loop iteration in one write, before a waiting request continues', async () => {
		const writes: string[][] = [];
		const sink = blocking(
			{ isQuick: true, write: (events) => void writes.push(events.map(({ id, stage }) => `${id} ${stage}`)), close: async () => {} },
			told().options,
			false,
		);
		for (const id of ['a', 'b']) {
			sink.write(event({ id, stage: 'RequestReceived' }));
			sink.write(event({ id }));
		}
		await Promise.resolve();
		expect(writes).toEqual([]);
		sink.flush?.();
		expect(writes).toEqual([['a RequestReceived', 'a ResponseComplete', 'b RequestReceived', 'b ResponseComplete']]);
		sink.write(event({ id: 'c', stage: 'RequestReceived' }));
		// The event that arrived first.
		sink.write(event({ id: 'd' }));
		await Promise.resolve();
		expect(writes[1]).toEqual(['c RequestReceived', 'd ResponseComplete']);
		sink.write(event({ id: 'c' }));
		await nextTurn();
		expect(writes.slice(2)).toEqual([['c ResponseComplete']]);
		sink.write(event({ id: 'e' }));
		await sink.close();
		expect(writes.slice(3)).toEqual([['e ResponseComplete']]);
	});

	it('blocking: of events that are written together, only the oversized one is lost', () => {
		const { lost, options } = told();
		const output: Output = {
			isQuick: true,
			write: () => {
				throw new PartlyLost(1, new Error('event larger than 500 bytes'));
			},
			close: async () => {},
		};
		const sink = blocking(output, options, false);
		sink.write(event());
		sink.write(event());
		sink.flush?.();
		expect(lost).toEqual([1]);
	});

	it('blocking-strict: only a request whose first event is lost fails', async () => {
		const sink = blocking(broken, told().options, true);
		expect(() => sink.write(event({ stage: 'RequestReceived' }))).toThrow('the request could not be recorded by the audit');
		expect(sink.write(event())).toBeUndefined();
		const late = blocking({ ...broken, write: async () => Promise.reject(new Error('gone')) }, told().options, true);
		await expect(late.write(event({ stage: 'RequestReceived' }))).rejects.toThrow('the request could not be recorded by the audit');
		await expect(late.write(event())).resolves.toBeUndefined();
	});

	it('logs a failure once, and the recovery', () => {
		const { said, options } = told();
		let fails = true;
		const sink = blocking({ ...broken, write: () => (fails ? broken.write([]) : undefined) }, options, false);
		sink.write(event());
		sink.write(event());
		fails = false;
		sink.write(event());
		sink.write(event());
		expect(said).toEqual(['--audit-log: audit events dropped: the disk is full', '--audit-log: audit events delivered again']);
	});

	it('batch: sends many events at a time, one batch after another, and the rest on close', async () => {
		const { lost, options } = told();
		const batches: string[][] = [];
		let underWay = 0;
		const output: Output = {
			async write(events) {
				expect(++underWay).toBe(1);
				await new Promise(setImmediate);
				batches.push(events.map(({ id }) => id));
				underWay--;
			},
			close: async () => {},
		};
		const sink = batched(output, options, { bufferSize: 100, maxSize: 3, maxWaitMs: 3_600_000, throttle: { qps: 1000, burst: 2 } });
		for (let i = 0; i < 8; i++) sink.write(event({ id: String(i) }));
		await expect.poll(() => batches.length).toBe(2);
		await sink.close();
		expect(batches).toEqual([
			['0', '1', '2'],
			['3', '4', '5'],
			['6', '7'],
		]);
		expect(lost).toEqual([]);
	});

	it('batch: bounds the waiting events, and loses a refused batch', async () => {
		const { lost, options } = told();
		const sink = batched(broken, options, { bufferSize: 2, maxSize: 10, maxWaitMs: 3_600_000, throttle: undefined });
		for (let i = 0; i < 5; i++) sink.write(event());
		expect(lost).toEqual([1, 1, 1]);
		await sink.close();
		expect(lost).toEqual([1, 1, 1, 2]);
	});

	it('batch: writes an incomplete batch after the maximum wait', async () => {
		const batches: number[] = [];
		const sink = batched({ write: (events) => void batches.push(events.length), close: async () => {} }, told().options, {
			bufferSize: 10,
			maxSize: 10,
			maxWaitMs: 5,
			throttle: undefined,
		});
		sink.write(event());
		sink.write(event());
		await expect.poll(() => batches).toEqual([2]);
	});
});

describe('events', () => {
	it('have the form of their group, without absent members', () => {
		expect(JSON.parse(new EventTexts('audit.example.io/v1').of(event()))).toEqual({
			kind: 'Event',
			apiVersion: 'audit.example.io/v1',
			level: 'Metadata',
			auditID: 'a',
			stage: 'ResponseComplete',
			requestURI: '/x',
			verb: 'get',
			user: {},
			responseStatus: { metadata: {}, code: 200 },
			requestReceivedTimestamp: '1970-01-01T00:00:00.000000Z',
			stageTimestamp: '1970-01-01T00:00:00.001000Z',
		});
	});

	it('contain nothing of the previous event', () => {
		const texts = new EventTexts('v');
		const user = (name: string) => ({ name, uid: '', groups: [], extra: {} });
		const info: AuditEvent['info'] = {
			isResource: true,
			verb: 'create',
			group: '',
			version: 'v1',
			resource: 'configmaps',
			namespace: 'x',
			name: '',
			subresource: '',
		};
		const first = event({ user: user('a'), info, stage: 'RequestReceived', receivedMs: 1999, stageMs: 2000 });
		const all: readonly AuditEvent[] = [
			first,
			{ ...first, objectName: 'made', stage: 'ResponseComplete' as const },
			{ ...first, impersonated: user('b') },
			{ ...first, user: user('c') },
			{ ...first, uri: '/y', info: { ...info, verb: 'list' } },
		];
		for (const each of all) expect(texts.of(each)).toBe(new EventTexts('v').of(each));
		expect(JSON.parse(texts.of(first))).toMatchObject({
			requestReceivedTimestamp: '1970-01-01T00:00:01.999000Z',
			stageTimestamp: '1970-01-01T00:00:02.000000Z',
		});
	});

	it('lose their bodies when they are too large, with an annotation', () => {
		const large = event({ requestObject: JSON.stringify('x'.repeat(1000)), responseObject: '{}' });
		const bounds = { event: 500, batch: 1000 };
		const texts = new EventTexts('v');
		expect(JSON.parse(textWithin(large, texts, undefined, 'cut'))).toHaveProperty('requestObject');
		const short = JSON.parse(textWithin(large, texts, bounds, 'cut'));
		expect(short).not.toHaveProperty('requestObject');
		expect(short).not.toHaveProperty('responseObject');
		expect(short.annotations).toEqual({ cut: 'true' });
		expect(() => textWithin(event({ uri: 'x'.repeat(1000) }), texts, bounds, 'cut')).toThrow('event larger than 500 bytes even without its bodies');
		expect(inBatches(['a'.repeat(600), 'b'.repeat(600), 'c'], bounds).map((batch) => batch.length)).toEqual([1, 2]);
	});

	it.each([
		[{}, '10.0.0.1:999', ['10.0.0.1']],
		[{}, '::ffff:10.0.0.1:999', ['10.0.0.1']],
		[{}, '::1:999', ['::1']],
		[{ 'x-forwarded-for': '1.2.3.4, nonsense, 5.6.7.8' }, '10.0.0.1:1', ['1.2.3.4', '5.6.7.8', '10.0.0.1']],
		[{ 'x-forwarded-for': '1.2.3.4', 'x-real-ip': '1.2.3.4' }, '10.0.0.1:1', ['1.2.3.4', '10.0.0.1']],
		[{ 'x-real-ip': '9.9.9.9' }, '10.0.0.1:1', ['9.9.9.9', '10.0.0.1']],
		[{ 'x-forwarded-for': '10.0.0.1' }, '10.0.0.1:1', ['10.0.0.1']],
		[{}, undefined, []],
	])('come from %j and %s', (headers: Readonly<Record<string, string>>, remote, expected) => {
		expect(sourceIps({ header: (name) => headers[name], ...(remote !== undefined && { remote }) })).toEqual(expected);
	});
});
