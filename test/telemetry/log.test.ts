import { describe, expect, it } from 'vitest';
import { type LogLevel, openLog } from '../../runtime/telemetry/log.ts';

const request = {
	verb: 'get',
	uri: '/api/v1/namespaces/default',
	status: 200,
	ms: 1.5,
	user: 'jane',
	agent: 'kubectl/v1.25 (linux)',
	source: '127.0.0.1:5000',
	auditId: 'a-1',
	traceId: undefined,
};

function said(level: LogLevel, say: (log: ReturnType<typeof openLog>) => void): string[] {
	const lines: string[] = [];
	say(openLog(level, { isTTY: true, write: (text) => lines.push(text) }));
	return lines.map((line) => line.replace(/^\d\d:\d\d:\d\d\.\d{3} /, 'TIME '));
}

describe('the log on a terminal', () => {
	it('has lines for people', () => {
		expect(said('info', (log) => log.info('ready', { url: 'https://127.0.0.1:6443', readyMs: 100, at: '' }))).toEqual([
			'TIME INFO  ready url=https://127.0.0.1:6443 readyMs=100 at=""\n',
		]);
		expect(said('requests', (log) => log.request?.(request))).toEqual([
			'TIME INFO  request verb=get uri=/api/v1/namespaces/default status=200 ms=1.5 user=jane agent="kubectl/v1.25 (linux)" source=127.0.0.1:5000 auditId=a-1\n',
		]);
	});

	it.each([
		['a\nTIME ERROR b', '"a\\nTIME ERROR b"'],
		['a"b', '"a\\"b"'],
		['a=b', '"a=b"'],
		['\u001b[31mred', '"\\u001b[31mred"'],
		['\u009bred', '"\\u009bred"'],
		['a\u007fb', '"a\\u007fb"'],
		['a\u2028b', '"a\\u2028b"'],
		['\u202etxt.exe', '"\\u202etxt.exe"'],
		['\u2066x\u2069', '"\\u2066x\\u2069"'],
		['\ud800', '"\\ud800"'],
		['Jürgen', '"Jürgen"'],
	])('a value that could be taken for something else is quoted: %j', (value, shown) => {
		expect(said('warn', (log) => log.warn('odd', { value }))).toEqual([`TIME WARN  odd value=${shown}\n`]);
	});

	it('escapes inside of lists and objects as well', () => {
		expect(said('warn', (log) => log.warn('odd\u009b', { all: ['\u009bred', { a: '\u202e' }] }))).toEqual([
			'TIME WARN  "odd\\u009b" all=["\\u009bred",{"a":"\\u202e"}]\n',
		]);
	});

	it('ends at its level', () => {
		const all = (log: ReturnType<typeof openLog>): void => {
			log.error('e');
			log.warn('w');
			log.info('i');
			log.request?.(request);
			log.debug('d');
		};
		const counts = (['silent', 'error', 'warn', 'info', 'requests', 'debug'] as const).map((level) => said(level, all).length);
		expect(counts).toEqual([0, 1, 2, 3, 4, 5]);
	});
});
