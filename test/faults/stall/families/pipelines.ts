/** Many pipelined requests on one HTTP/1.1 connection. */
import type { HostileCase, Outcome } from '../contract.ts';
import { pipelined, unread } from '../send.ts';

const object = '/api/v1/namespaces/default';
const maps = `${object}/configmaps`;

const request = (method: string, path: string, head = '', body = ''): string =>
	`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${head}${body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`}\r\n${body}`;

function pipeline(name: string, count: number, make: (i: number) => string, answers: readonly Outcome[], more: Partial<HostileCase> = {}): HostileCase {
	return {
		name,
		prepare: () => {
			const bytes = Buffer.from(Array.from({ length: count }, (_, i) => make(i)).join(''));
			return pipelined(bytes, count);
		},
		answers,
		...more,
	};
}

export const pipelines: readonly HostileCase[] = [
	pipeline('2,000 GETs of one object', 2_000, () => request('GET', object), [200]),
	pipeline('2,000 GETs of nothing', 2_000, (i) => request('GET', `${maps}/none-${i}`), [404]),
	pipeline('2,000 probes of health', 2_000, () => request('GET', '/livez'), [200]),
	pipeline('2,000 lists of one page', 2_000, () => request('GET', `${maps}?limit=1`), [200]),
	pipeline('2,000 HEADs', 2_000, () => request('HEAD', object), [200]),
	pipeline('1,000 paths that cannot be read', 1_000, (i) => request('GET', `/api/v1/%2e%2e/${i}`), [400]),
	pipeline('1,000 methods that nobody has', 1_000, () => request('PURGE', object), [405]),
	pipeline('500 creates as a trial', 500, (i) => request('POST', `${maps}?dryRun=All`, '', JSON.stringify({ metadata: { name: `trial-${i}` } })), [201]),
	pipeline('500 bodies that are no JSON', 500, () => request('POST', maps, '', '{'), [400]),
	pipeline(
		'500 merge patches of one object as a trial',
		500,
		(i) =>
			`PATCH ${object}?dryRun=All HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/merge-patch+json\r\nContent-Length: 40\r\n\r\n${JSON.stringify({
				metadata: { labels: { a: String(i).padStart(8, '0') } },
			}).padEnd(40)}`,
		[200],
	),
	pipeline('500 requests that wait for leave to send their body', 500, () => request('POST', `${maps}?dryRun=All`, 'Expect: 100-continue\r\n', '{"a"'), [400]),
	{
		name: '1,000 watches on one connection',
		prepare: () => unread(() => request('GET', `${maps}?watch=true`).repeat(1_000), 'http/1.1'),
		answers: ['closed'],
	},
	{
		name: '2,000 lists whose answers nobody reads',
		prepare: () => unread(() => request('GET', '/api/v1/configmaps').repeat(2_000), 'http/1.1'),
		answers: ['closed'],
	},
];
