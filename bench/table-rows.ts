/** Rows of the tables in `docs/performance.md`, by subject. */

interface Measured {
	readonly name: string;
	/** Name of the file in `bench/history/`. */
	readonly benchmark: string;
	/** Name of the figure in that file. */
	readonly figure: string;
	/** The peer's value where the benchmark does not measure it. */
	readonly peer?: string;
	/** Target that replaces the recorded one: a value in the figure's unit, or a text. */
	readonly target?: number | string;
	/** Unit that replaces the recorded one. */
	readonly unit?: string;
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

export interface Section {
	readonly title: string;
	readonly rows: readonly Row[];
}

/** Rows of requests that both servers answer in one run: the name in the table, and the one in the history. */
const requests = [
	['GET', 'GET'],
	['GET, with the audit log on in orch only', 'GET, recorded by the audit'],
	['CREATE', 'CREATE'],
	['merge PATCH', 'merge PATCH'],
	['PUT', 'PUT'],
	['server-side apply of a change', 'apply of a change'],
] as const;

function compared(protocol: 'http2' | 'http1'): readonly Row[] {
	const named = (name: string, what: string): Row => ({ name, benchmark: 'beside', figure: `beside kube-apiserver: ${what}, CPU` });
	return [
		...requests.map(([name, what]) => named(name, `${what}, 64 clients over ${protocol}`)),
		named('LIST of 1,000, 4 clients', `LIST of 1000, 4 clients over ${protocol}`),
	];
}

const delivery = (name: string, what: string): Row => ({
	name,
	benchmark: 'beside',
	figure: `beside kube-apiserver: ${what}, CPU`,
});

const past = (name: string, what: string): Row => ({
	name,
	benchmark: 'past',
	figure: `continued list of the past, ${what}, 1 client, CPU`,
	unit: '× a current page',
});

const guarded = (name: string, what: string): Row => ({
	name,
	benchmark: 'guarded',
	figure: `${what}, 64 clients, CPU in answers of a bare responder`,
	unit: '× a bare responder',
});

const collected = (name: string, what: string): readonly Row[] => [
	{ name: `${name}: time`, benchmark: 'collect', figure: `100000 ${what}, gone in` },
	{ name: `${name}: CPU of each`, benchmark: 'collect', figure: `${what}, CPU for each of 100000` },
];

const definitions = (name: string, figure: string): Row => ({ name, benchmark: 'definitions', figure });

const goodput = (what: string): Row => ({
	name: `${what} per CPU second: 500 connections divided by 50`,
	benchmark: 'fairness',
	figure: `goodput of ${what} with ten times the clients that keep it busy, by CPU`,
});

const delayed = (name: string, what = name): Row => ({
	name: `increase of GET p99 by 500 connections with ${name}`,
	benchmark: 'fairness',
	figure: `GET p99 beside 500 connections with ${what}, beyond that alone`,
});

const administrator = (what: string): string => `${what} of the same member of orch's masters`;

const decision = (name: string, whose: string): Row => ({ name, benchmark: 'rights', figure: `decision by roles of ${whose}, p99` });

const review = (what: string): string => `whether a node may get a secret that ${what}, 4 clients`;

export const sections: readonly Section[] = [
	{
		title: 'Requests over HTTP/2: CPU beside kube-apiserver',
		rows: compared('http2'),
	},
	{
		title: 'Requests over HTTP/1.1: CPU beside kube-apiserver',
		rows: compared('http1'),
	},
	{
		title: 'Other loads beside kube-apiserver: CPU',
		rows: [
			delivery(
				'delivery to one of 1,000 watchers with a selector each, 60 events/s, HTTP/2',
				'watch, 1000 over http2, a selector each, at 60 events a second, a delivery',
			),
			delivery("the same, with Node's HTTP/2 instead of orch's own", "watch, 1000, a selector each, at 60 events a second, a delivery, Node's HTTP/2"),
			{
				name: 'a request of the mixed load, at 20, 100 and 300 requests/s',
				benchmark: 'mixed',
				figure: 'mixed load at a steady pace, CPU of a request',
				peer: '2,450 to 6,150 µs',
			},
			{
				name: 'a CREATE of the mixed load, at 50 requests/s',
				benchmark: 'mixed',
				figure: 'mixed load at 50 requests a second, CPU of a CREATE',
				peer: '4.3 ms',
				target: '2.5 × a bare responder',
			},
			{
				name: 'a GET of the mixed load, at 50 requests/s',
				benchmark: 'mixed',
				figure: 'mixed load at 50 requests a second, CPU of a GET',
				peer: '3.0 ms',
			},
		],
	},
	{
		title: 'Requests to orch alone',
		rows: [
			{ name: 'GET, 64 clients', benchmark: 'requests', figure: 'GET, 64 clients' },
			{ name: 'GET, 64 clients: p99', benchmark: 'requests', figure: 'GET, 64 clients, p99' },
			{ name: 'CREATE, 64 clients', benchmark: 'requests', figure: 'CREATE, 64 clients' },
			{ name: 'CREATE, 64 clients: p99', benchmark: 'requests', figure: 'CREATE, 64 clients, p99' },
			{ name: 'merge PATCH, 64 clients', benchmark: 'requests', figure: 'merge PATCH, 64 clients' },
			{ name: 'CREATE, 1 client: p50', benchmark: 'requests', figure: 'CREATE, 1 client, p50', peer: '1.4 ms' },
			guarded('GET with a service account token and RBAC: CPU', 'GET by a token of an account and a role'),
			guarded('GET with the audit log: CPU', 'GET, recorded by the audit'),
			guarded('GET with token, RBAC and audit log: CPU', 'GET by a token of an account and a role, recorded by the audit'),
			guarded('CREATE with token and RBAC: CPU', 'CREATE by a token of an account and a role'),
			guarded('merge PATCH with token and RBAC: CPU', 'merge PATCH by a token of an account and a role'),
			{ name: 'CREATE of a Secret, encrypted (target: without encryption)', benchmark: 'guarded', figure: 'CREATE of a Secret, 64 clients, CPU', target: 252 },
			{ name: 'apply to a keyed list of 10,000 entries: the merge', benchmark: 'merge', figure: 'merge of an apply into a list by key of 10000' },
			{ name: 'reading, validating and defaulting a Deployment', benchmark: 'schema', figure: 'a Deployment read, validated and defaulted' },
		],
	},
	{
		title: 'Lists',
		rows: [
			{ name: 'LIST of 1,000 (1.5 MB), 1 client', benchmark: 'list', figure: 'LIST 1000 (1.5 MB), 1 client' },
			{ name: 'LIST of 10,000 (15 MB), 1 client: p50', benchmark: 'list', figure: 'LIST 10000 (15 MB), 1 client, p50' },
			{ name: 'memory of each of 64 concurrent lists of 15 MB', benchmark: 'list', figure: 'LIST 10000 (15 MB), 64 clients, memory for each in flight' },
			{
				name: 'LIST of the 100 pods on one node, of 100,000 pods',
				benchmark: 'selected',
				figure: 'LIST of the 100 of 100000 pods that are on a node, 1 client, CPU',
			},
			{ name: 'Table of 5,000 pods, the first', benchmark: 'tables', figure: 'Table of 5000 pods, the first, 1 client' },
			{ name: 'Table of 5,000 pods, with cached rows', benchmark: 'tables', figure: 'Table of 5000 pods, once its rows are kept, 1 client' },
			{
				name: 'LIST of 10,000 pods, cached: protobuf CPU divided by JSON CPU',
				benchmark: 'encodings',
				figure: 'LIST of 10000 pods in protobuf over JSON, 1 client',
				unit: '',
			},
			{
				name: 'LIST of 10,000 pods in protobuf, the first',
				benchmark: 'encodings',
				figure: 'LIST of 10000 pods in protobuf, the first, 1 client',
				target: 100,
			},
		],
	},
	{
		title: 'Lists at an old resourceVersion: CPU of a page of 500',
		rows: [
			past('no object changed since', 'nothing of it changed since'),
			past('a tenth changed since', 'a tenth of it changed since'),
			past('all changed since', 'all of it changed since'),
		],
	},
	{
		title: 'Watches',
		rows: [
			{
				name: 'deliveries per CPU second, 1,000 watchers, HTTP/2, full speed',
				benchmark: 'watch',
				figure: 'watch, 1000 over http2, deliveries per CPU second',
				peer: '30,000 to 36,000/s',
			},
			{
				name: 'deliveries per CPU second, 1,000 watchers, HTTP/1.1, full speed',
				benchmark: 'watch',
				figure: 'watch, 1000 over http1, deliveries per CPU second',
				target: '60% of bare writes',
			},
			{
				name: 'deliveries per CPU second, 1,000 watchers with a selector each, 60 events/s',
				benchmark: 'watch',
				figure: 'watch, 1000 over http2, a selector each at 60000 deliveries/s, deliveries per CPU second',
			},
			{ name: 'delay of a delivery at 100,000 deliveries/s: p99', benchmark: 'watch', figure: 'watch, 1000 over http2 at 100000 deliveries/s, lag p99' },
			{ name: 'delivery over WebSocket to one of 500 watchers: CPU', benchmark: 'watch', figure: 'watch, 500 over WebSocket, CPU of a delivery' },
			{
				name: 'write of a pod with a watcher for each of 1,000 nodes: CPU',
				benchmark: 'selected',
				figure: 'CPU of a write of a pod, with a watcher for each of 1000 nodes',
			},
		],
	},
	{
		title: 'Start and memory',
		rows: [
			{ name: 'start to `/readyz`, empty store, with new keys', benchmark: 'start', figure: 'start to /readyz', peer: '3 to 5 s' },
			{ name: 'start with 100,000 objects', benchmark: 'memory', figure: 'start with 100,000 objects', peer: '3.4 s (with 31,000 objects)' },
			{ name: 'start with 1,000,000 objects', benchmark: 'memory', figure: 'start with 1,000,000 objects' },
			{ name: 'start with 500 more kinds (target: without them)', benchmark: 'kinds', figure: 'start with 500 more kinds', target: 0.16 },
			{ name: 'idle memory', benchmark: 'start', figure: 'idle memory', peer: '310 MB' },
			{ name: 'memory over idle, per byte of objects', benchmark: 'memory', figure: 'memory over idle, per byte of objects', peer: '1.4 to 5 × their bytes' },
			{ name: 'memory of each of 500 more kinds', benchmark: 'kinds', figure: '500 more kinds, memory of each', peer: '13 MB' },
		],
	},
	{
		title: '1,000 CustomResourceDefinitions of 20 KB',
		rows: [
			definitions('memory of each, in use', 'memory of each of 1000 definitions of 20 KB, in use'),
			definitions('memory of each, resident after a start', 'memory of each of 1000 definitions of 20 KB, resident after a start'),
			definitions('a change of one definition: longest stall', 'swap beside 1000 definitions'),
			definitions('their creation: longest stall', 'longest stall while definitions are created'),
			definitions('a start with them, more than without', 'start with 1000 definitions, more than without'),
			definitions('aggregated discovery, the first: longest stall', 'discovery of 1000 definitions, the first: longest stall'),
			definitions('index of OpenAPI version 3, the first: longest stall', 'the index of OpenAPI v3 of 1000 definitions, the first: longest stall'),
			definitions('OpenAPI version 2, the first: longest stall', 'OpenAPI v2 of 1000 definitions, the first: longest stall'),
		],
	},
	{
		title: 'Deletion of 100,000 objects',
		rows: [
			...collected('dependents of one owner, background', 'dependents of one owner, background'),
			...collected('dependents that block their owner, foreground', 'dependents that block their owner, foreground'),
			...collected('objects of a namespace', 'objects of a namespace'),
		],
	},
	{
		title: 'Authorization',
		rows: [
			decision('RBAC with 10,000 roles and 10,000 users, first decision: p99', '10,000 subjects, cold'),
			decision('RBAC with 10,000 roles and 10,000 users, later decisions: p99', '10,000 subjects, warm'),
			decision('RBAC, a user with 10,000 bindings, of which the last allows: p99', 'one subject with 10,000 bindings, the last of which allows'),
			{ name: 'Node mode, a Secret that a pod of the node uses: CPU', benchmark: 'nodes', figure: `${review('its pods name')}, CPU of a review` },
			{ name: 'Node mode, a Secret that no pod of the node uses: CPU', benchmark: 'nodes', figure: `${review('none of them names')}, CPU of a review` },
			{ name: 'Node mode, a Secret that no pod of the node uses: p99', benchmark: 'nodes', figure: `${review('none of them names')}, p99 of a review` },
		],
	},
	{
		title: 'One client beside 500 busy connections',
		rows: [
			delayed('GETs of another user'),
			delayed('LISTs of 2,000 of another user'),
			delayed('CREATEs of another user'),
			delayed('GETs of the same administrator', administrator('GETs')),
			delayed('LISTs of 2,000 of the same administrator', administrator('LISTs of 2,000')),
			{
				name: '`/livez` p99 beside 500 connections with LISTs of 2,000',
				benchmark: 'fairness',
				figure: '/livez p99 beside 500 connections with LISTs of 2,000 of another user',
			},
			goodput('GETs'),
			goodput('LISTs of 2,000'),
			goodput('CREATEs'),
		],
	},
	{
		title: 'Generator and `orch dev`',
		rows: [
			{ name: '`orch generate`, first run', benchmark: 'generate', figure: 'generate, cold' },
			{ name: '`orch generate` after one change', benchmark: 'generate', figure: 'generate, after one change' },
			{ name: '`orch dev`, from a saved spec to requests that use it', benchmark: 'dev', figure: 'orch dev, from a saved spec to requests that use it' },
			{ name: '`orch dev`, the first hook file', benchmark: 'dev', figure: 'orch dev, the first hook file' },
			{ name: '`orch dev`, a changed hook file', benchmark: 'dev', figure: 'orch dev, a changed hook file' },
		],
	},
	{
		title: 'Not there yet',
		rows: [
			{ name: 'throughput with `--serving-threads 2`', figure: 'one thread', peer: 'scales', target: '0.8 × the number of threads' },
			{ name: 'CREATE with etcd, CPU of the server', figure: 'no etcd', target: "a fifth of kube-apiserver's" },
		],
	},
];
