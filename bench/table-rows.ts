/** Rows of the table in `docs/performance.md`. */

interface Measured {
	readonly name: string;
	/** Name of the file in `bench/history/`. */
	readonly benchmark: string;
	/** Name of the figure in that file. */
	readonly figure: string;
	/** The peer's value where the benchmark does not measure it. */
	readonly peer?: string;
	/** Target that replaces the recorded one. */
	readonly target?: string;
}

interface Missing {
	readonly name: string;
	readonly benchmark?: undefined;
	/** Text in place of a figure. */
	readonly figure: string;
	readonly peer?: string;
	readonly target: string;
}

export type Row = Measured | Missing;

const protocols = { http2: 'HTTP/2', http1: 'HTTP/1.1' } as const;
const requests = [
	['GET', 'GET'],
	['GET, audited by orch alone', 'GET, recorded by the audit'],
	['CREATE', 'CREATE'],
	['merge PATCH', 'merge PATCH'],
	['PUT', 'PUT'],
	['server-side apply of a change', 'apply of a change'],
] as const;

function besideRows(protocol: keyof typeof protocols): readonly Row[] {
	const named = (name: string, what: string): Row => ({
		name: `${name}, ${protocols[protocol]}`,
		benchmark: 'beside',
		figure: `beside kube-apiserver: ${what}, CPU`,
	});
	return [
		...requests.map(([name, what]) => named(name, `${what}, 64 clients over ${protocol}`)),
		named('LIST of 1,000, 4 clients', `LIST of 1000, 4 clients over ${protocol}`),
	];
}

const delivery = (protocol: string, what: string): Row => ({
	name: `delivery to 1,000 watchers, a selector each, 60 events/s, ${protocol}`,
	benchmark: 'beside',
	figure: `beside kube-apiserver: ${what}, CPU`,
});

const past = (what: string): Row => ({
	name: `page of 500 of the past, ${what}`,
	benchmark: 'past',
	figure: `continued list of the past, ${what}, 1 client, CPU`,
});

const guarded = (what: string): Row => ({
	name: `${what}, in answers of a bare responder`,
	benchmark: 'guarded',
	figure: `${what}, 64 clients, CPU in answers of a bare responder`,
});

const collected = (what: string): readonly Row[] => [
	{ name: `100,000 ${what}, gone in`, benchmark: 'collect', figure: `100000 ${what}, gone in` },
	{ name: `${what}, CPU of each of 100,000`, benchmark: 'collect', figure: `${what}, CPU for each of 100000` },
];

const goodput = (what: string): Row => ({
	name: `goodput of ${what} with 500 connections over that with 50, by CPU`,
	benchmark: 'fairness',
	figure: `goodput of ${what} with ten times the clients that keep it busy, by CPU`,
});

const waiting = (name: string, what = name): Row => ({
	name: `GET p99 beside 500 connections with ${name}, beyond that alone`,
	benchmark: 'fairness',
	figure: `GET p99 beside 500 connections with ${what}, beyond that alone`,
});

const administrator = (what: string): string => `${what} of the same member of orch's masters`;

const decision = (whose: string): Row => ({
	name: `decision by 10,000 roles, ${whose}, p99`,
	benchmark: 'rights',
	figure: `decision by roles of ${whose}, p99`,
});

const review = (what: string): string => `whether a node may get a secret that ${what}, 4 clients`;

export const rows: readonly Row[] = [
	...besideRows('http2'),
	delivery('HTTP/2', 'watch, 1000 over http2, a selector each, at 60 events a second, a delivery'),
	...besideRows('http1'),
	delivery("Node's HTTP/2", "watch, 1000, a selector each, at 60 events a second, a delivery, Node's HTTP/2"),
	{ name: 'mixed load at 20, 100 and 300 requests/s', benchmark: 'mixed', figure: 'mixed load at a steady pace, CPU of a request', peer: '2,450 to 6,150 µs' },
	{
		name: 'mixed load at 50 requests/s: CREATE',
		benchmark: 'mixed',
		figure: 'mixed load at 50 requests a second, CPU of a CREATE',
		peer: '4.3 ms',
		target: '2.5 × a bare responder',
	},
	{ name: 'mixed load at 50 requests/s: GET', benchmark: 'mixed', figure: 'mixed load at 50 requests a second, CPU of a GET', peer: '3.0 ms' },
	{ name: 'GET, 64 clients', benchmark: 'requests', figure: 'GET, 64 clients' },
	{ name: 'GET, 64 clients, p99', benchmark: 'requests', figure: 'GET, 64 clients, p99' },
	{ name: 'CREATE, 64 clients', benchmark: 'requests', figure: 'CREATE, 64 clients' },
	{ name: 'CREATE, 64 clients, p99', benchmark: 'requests', figure: 'CREATE, 64 clients, p99' },
	{ name: 'merge PATCH, 64 clients', benchmark: 'requests', figure: 'merge PATCH, 64 clients' },
	{ name: 'CREATE, 1 client, p50', benchmark: 'requests', figure: 'CREATE, 1 client, p50', peer: '1.4 ms' },
	guarded('GET by a token of an account and a role'),
	guarded('GET, recorded by the audit'),
	guarded('GET by a token of an account and a role, recorded by the audit'),
	guarded('CREATE by a token of an account and a role'),
	guarded('merge PATCH by a token of an account and a role'),
	{ name: 'CREATE of a Secret, encrypted', benchmark: 'guarded', figure: 'CREATE of a Secret, 64 clients, CPU', target: 'in clear: 252 µs' },
	{ name: 'merge of an apply into a list by key of 10,000', benchmark: 'merge', figure: 'merge of an apply into a list by key of 10000' },
	{ name: 'a Deployment read, validated and defaulted', benchmark: 'schema', figure: 'a Deployment read, validated and defaulted' },
	{ name: 'LIST of 1,000 (1.5 MB), 1 client', benchmark: 'list', figure: 'LIST 1000 (1.5 MB), 1 client' },
	{ name: 'LIST of 10,000 (15 MB), 1 client, p50', benchmark: 'list', figure: 'LIST 10000 (15 MB), 1 client, p50' },
	{ name: 'memory for each of 64 lists of 15 MB', benchmark: 'list', figure: 'LIST 10000 (15 MB), 64 clients, memory for each in flight' },
	{ name: 'LIST of the 100 of 100,000 pods on a node', benchmark: 'selected', figure: 'LIST of the 100 of 100000 pods that are on a node, 1 client, CPU' },
	{ name: 'Table of 5,000 pods, the first', benchmark: 'tables', figure: 'Table of 5000 pods, the first, 1 client' },
	{ name: 'Table of 5,000 pods, rows kept', benchmark: 'tables', figure: 'Table of 5000 pods, once its rows are kept, 1 client' },
	{ name: 'LIST of 10,000 pods in protobuf over JSON, encodings kept', benchmark: 'encodings', figure: 'LIST of 10000 pods in protobuf over JSON, 1 client' },
	{
		name: 'LIST of 10,000 pods in protobuf, the first',
		benchmark: 'encodings',
		figure: 'LIST of 10000 pods in protobuf, the first, 1 client',
		target: '≤ 10 ms for 1,000',
	},
	past('nothing of it changed since'),
	past('a tenth of it changed since'),
	past('all of it changed since'),
	{
		name: 'deliveries per CPU second, 1,000 watchers, HTTP/2, full speed',
		benchmark: 'watch',
		figure: 'watch, 1000 over http2, deliveries per CPU second',
		peer: '30,000 to 36,000',
	},
	{
		name: 'deliveries per CPU second, 1,000 watchers, HTTP/1.1, full speed',
		benchmark: 'watch',
		figure: 'watch, 1000 over http1, deliveries per CPU second',
		target: '60% of bare writes',
	},
	{
		name: 'deliveries per CPU second, a selector each, 60 events/s',
		benchmark: 'watch',
		figure: 'watch, 1000 over http2, a selector each at 60000 deliveries/s, deliveries per CPU second',
	},
	{ name: 'lag p99 at 100,000 deliveries/s', benchmark: 'watch', figure: 'watch, 1000 over http2 at 100000 deliveries/s, lag p99' },
	{ name: 'delivery over WebSocket, 500 watchers', benchmark: 'watch', figure: 'watch, 500 over WebSocket, CPU of a delivery' },
	{
		name: 'write of a pod with a watcher on each of 1,000 nodes',
		benchmark: 'selected',
		figure: 'CPU of a write of a pod, with a watcher for each of 1000 nodes',
	},
	{ name: 'start to `/readyz`, keys made, empty store', benchmark: 'start', figure: 'start to /readyz', peer: '3 to 5 s' },
	{ name: 'start with 100,000 objects', benchmark: 'memory', figure: 'start with 100,000 objects', peer: '3.4 s (31,000)' },
	{ name: 'start with 1,000,000 objects', benchmark: 'memory', figure: 'start with 1,000,000 objects' },
	{ name: 'idle memory', benchmark: 'start', figure: 'idle memory', peer: '310 MB' },
	{ name: 'memory over idle, per byte of objects', benchmark: 'memory', figure: 'memory over idle, per byte of objects', peer: '1.4 to 5 × their bytes' },
	{ name: '500 more kinds, memory of each', benchmark: 'kinds', figure: '500 more kinds, memory of each', peer: '13 MB' },
	{ name: 'start with 500 more kinds', benchmark: 'kinds', figure: 'start with 500 more kinds', target: 'no start time (0.16 s without)' },
	...collected('dependents of one owner, background'),
	...collected('dependents that block their owner, foreground'),
	...collected('objects of a namespace'),
	decision('10,000 subjects, cold'),
	decision('10,000 subjects, warm'),
	decision('one subject with 10,000 bindings, the last of which allows'),
	{ name: 'a secret that a pod of the node names: CPU of the decision', benchmark: 'nodes', figure: `${review('its pods name')}, CPU of a review` },
	{ name: 'the same where no pod names it', benchmark: 'nodes', figure: `${review('none of them names')}, CPU of a review` },
	{ name: 'the same where no pod names it, p99', benchmark: 'nodes', figure: `${review('none of them names')}, p99 of a review` },
	waiting('GETs of another user'),
	waiting('LISTs of 2,000 of another user'),
	waiting('CREATEs of another user'),
	waiting('GETs of the same administrator', administrator('GETs')),
	waiting('LISTs of 2,000 of the same administrator', administrator('LISTs of 2,000')),
	{
		name: '`/livez` p99 beside 500 connections with LISTs of 2,000',
		benchmark: 'fairness',
		figure: '/livez p99 beside 500 connections with LISTs of 2,000 of another user',
	},
	goodput('GETs'),
	goodput('LISTs of 2,000'),
	goodput('CREATEs'),
	{ name: 'generate, cold', benchmark: 'generate', figure: 'generate, cold' },
	{ name: 'generate after one change', benchmark: 'generate', figure: 'generate, after one change' },
	{ name: '`orch dev`, saved spec to served', benchmark: 'dev', figure: 'orch dev, from a saved spec to requests that use it' },
	{ name: '`orch dev`, the first hook file', benchmark: 'dev', figure: 'orch dev, the first hook file' },
	{ name: '`orch dev`, a changed hook file', benchmark: 'dev', figure: 'orch dev, a changed hook file' },
	{ name: '1,000 custom definitions', figure: 'not served yet', target: '50 KB each, swap 20 ms' },
	{ name: '`--serving-threads 2`', figure: 'one thread', peer: 'scales', target: '×1.6 (N stacks: 0.8 N)' },
	{ name: 'CREATE with etcd, server CPU', figure: 'no etcd yet', target: "a fifth of the peer's" },
];
