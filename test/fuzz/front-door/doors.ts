/** Routes into the built server for fuzzed inputs: raw connection bytes of either protocol, and complete requests. */
import { Agent, request } from 'node:https';
import { connect } from 'node:tls';
import { catalog } from '../../../generated/catalog.ts';
import { stringifyJson } from '../../../runtime/wire/json/json.ts';
import { wrapUnknown } from '../../../runtime/wire/protobuf/unknown.ts';
import { writeYaml } from '../../../runtime/yaml/writer.ts';
import { flags, frame, frameTypes, get, number32, post, preface, setting } from '../../faults/stall/frames.ts';
import type { ServerProcess } from '../../setup/server.ts';
import { patches } from '../parsers/patches.ts';
import { samplesOf, schemas } from '../parsers/types.ts';

export interface Door {
	readonly name: string;
	readonly seeds: readonly (string | Buffer)[];
	readonly words: readonly string[];
	/** Resolves when the server has answered, has closed, or has waited long enough for more input. */
	send(server: ServerProcess, input: Buffer): Promise<void>;
}

/** Time limit for the rest of a response, or for the end of a watch. */
const patienceMs = 250;

/** Writes the input, half-closes the connection and reads the response. Every second connection is anonymous. */
function sendBytes(protocol: 'http/1.1' | 'h2'): Door['send'] {
	let sent = 0;
	return ({ port, credentials: { ca, cert, key } }, input) => {
		const credentials = sent++ % 2 === 0 ? { ca, cert, key } : { ca };
		return new Promise((resolve) => {
			const socket = connect({ host: '127.0.0.1', port, ALPNProtocols: [protocol], ...credentials });
			const timer = setTimeout(() => socket.destroy(), patienceMs);
			// The server may close such a connection; its health is checked afterwards.
			socket.on('error', () => undefined);
			socket.on('close', () => {
				clearTimeout(timer);
				resolve();
			});
			socket.resume();
			socket.on('secureConnect', () => socket.end(input));
		});
	};
}

const configMap = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"fuzzed"},"data":{"a":"b"}}';
const collection = '/api/v1/namespaces/default/configmaps';

function http1Request(line: string, headers: string, body = ''): string {
	return `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}${body === '' || headers.includes('chunked') ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`}\r\n${body}`;
}

const chunked = `5\r\n${configMap.slice(0, 5)}\r\n${(configMap.length - 5).toString(16)};x=y\r\n${configMap.slice(5)}\r\n0\r\nTrailer: x\r\n\r\n`;

/** Returns an upgrade request followed immediately by frames. */
function webSocketOf(frames: Buffer): Buffer {
	const headers =
		'Connection: Upgrade\r\nUpgrade: websocket\r\nOrigin: https://localhost\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
	return Buffer.concat([Buffer.from(http1Request(`GET ${collection}?watch=1&timeoutSeconds=1`, headers)), frames]);
}

const http1: Door = {
	name: 'HTTP/1.1 at the front door',
	seeds: [
		http1Request(`GET ${collection}?labelSelector=a%3Db&limit=2`, 'Accept: application/json;as=Table;v=v1;g=meta.orch.io\r\n'),
		http1Request(`GET ${collection}?watch=1&timeoutSeconds=1`, ''),
		http1Request(`POST ${collection}?dryRun=All`, 'Content-Type: application/json\r\n', configMap),
		http1Request(`POST ${collection}?dryRun=All`, 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n', chunked),
		http1Request(`POST ${collection}?dryRun=All`, 'Content-Type: application/json\r\nContent-Encoding: gzip\r\nExpect: 100-continue\r\n', configMap),
		http1Request(`PUT ${collection}/fuzzed?dryRun=All`, 'Content-Type: application/yaml\r\nConnection: close\r\n', 'metadata: {name: fuzzed}\n'),
		http1Request(`DELETE ${collection}/fuzzed`, 'Content-Type: application/json\r\n', '{"kind":"DeleteOptions","dryRun":["All"]}'),
		http1Request('GET /version', 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'),
		webSocketOf(Buffer.of(0x89, 0x84, 1, 2, 3, 4, 0x71, 0x6b, 0x6d, 0x63, 0x88, 0x80, 0, 0, 0, 0)),
		http1Request('GET /openapi/v2', 'Accept-Encoding: gzip\r\nAuthorization: Bearer abc\r\nIf-None-Match: "x"\r\n'),
		http1Request('OPTIONS *', '') + http1Request('HEAD https://localhost/readyz?verbose', 'Impersonate-User: x\r\n'),
		'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
		'GET / HTTP/1.0\r\n\r\n',
		'\x16\x03\x01\x02\x00\x01',
	],
	words: [
		'\r\n',
		'\r\n\r\n',
		': ',
		'Content-Length: 5\r\n',
		'Content-Length: -1\r\n',
		'Transfer-Encoding: chunked\r\n',
		'0\r\n\r\n',
		'ffffffffffffffff\r\n',
		' HTTP/1.1\r\n',
		'GET ',
		'\n',
		'\0',
		'Host: a\r\n',
		'%00',
		'../',
	],
	send: sendBytes('http/1.1'),
};

const headersOf = (stream: number, block: Buffer, flag = flags.endHeaders | flags.endStream): Buffer => frame(frameTypes.headers, flag, stream, block);

const http2: Door = {
	name: 'HTTP/2 at the front door',
	seeds: [
		[headersOf(1, get('/version')), headersOf(3, get(`${collection}?limit=1`)), frame(frameTypes.ping, 0, 0, Buffer.alloc(8))],
		[headersOf(1, post(`${collection}?dryRun=All`), flags.endHeaders), frame(frameTypes.data, flags.endStream, 1, Buffer.from(configMap))],
		[headersOf(1, get(`${collection}?watch=1&timeoutSeconds=1`)), frame(frameTypes.reset, 0, 1, number32(8)), headersOf(3, get('/livez'))],
		[headersOf(1, get('/readyz').subarray(0, 5), 0), frame(frameTypes.continuation, flags.endHeaders, 1, get('/readyz').subarray(5))],
		[frame(frameTypes.settings, 0, 0, setting(4, 0)), frame(frameTypes.windowUpdate, 0, 0, number32(1)), headersOf(1, get('/openapi/v2'))],
		[frame(frameTypes.priority, 0, 1, Buffer.alloc(5)), frame(frameTypes.goAway, 0, 0, number32(0, 0)), headersOf(1, get('/'))],
	].map((frames) => Buffer.concat([preface, ...frames])),
	words: [
		'\x00\x00\x00\x04\x01\x00\x00\x00\x00',
		'\x82\x87\x84',
		'\x00\x00\x08\x06\x00\x00\x00\x00\x00',
		'\x00\x00\x00\x00\x01\x00\x00\x00\x01',
		'\xff',
		'\x7f',
		'\x00',
	],
	send: sendBytes('h2'),
};

/** Returns a request as one input: request line, content type, empty line, and body. */
function wholeRequest(what: string, contentType: string, body: string | Buffer): Buffer {
	return Buffer.concat([Buffer.from(`${what}\n${contentType}\n\n`), Buffer.from(body as string)]);
}

const apply = 'application/apply-patch+yaml';
const podPath = '/api/v1/namespaces/default/pods/fuzzed';
const pod = { metadata: { name: 'fuzzed', namespace: 'default' }, spec: { containers: [{ name: 'c', image: 'i' }] } };

const ofKinds = catalog.kinds.flatMap(({ kind, plural, scope, versions, storageVersion }) => {
	const version = versions[storageVersion];
	if (version === undefined) return [];
	const { group, version: name, type } = version;
	const apiVersion = group === '' ? name : `${group}/${name}`;
	const path = `${group === '' ? '/api' : '/apis'}/${apiVersion}/${scope === 'Cluster' ? '' : 'namespaces/default/'}${plural}`;
	const schema = schemas.type(type);
	return samplesOf(type).flatMap((sample, i) => {
		const object = {
			...sample,
			apiVersion,
			kind,
			metadata: { ...(sample.metadata as object), name: `fuzzed-${i}`, namespace: scope === 'Cluster' ? '' : 'default' },
		};
		// Stores one object for real, since every stored object must be listable afterwards.
		const dry = i === 0 ? '' : '?dryRun=All';
		return [
			wholeRequest(`POST ${path}${dry}`, 'application/json', stringifyJson(object)),
			wholeRequest(`PATCH ${path}/fuzzed-${i}?dryRun=All&fieldManager=m&force=true`, apply, writeYaml(object)),
			...(schema.hasProtobuf
				? [wholeRequest(`POST ${path}?dryRun=All`, 'application/vnd.orch.protobuf', wrapUnknown(apiVersion, kind, schema.encode(object)))]
				: []),
		];
	});
});

const patchTypes: Readonly<Record<string, string>> = {
	'JSON patch': 'application/json-patch+json',
	'merge patch': 'application/merge-patch+json',
	'strategic merge patch': 'application/strategic-merge-patch+json',
};

const asked: readonly Buffer[] = [
	wholeRequest('GET /api/v1/pods?labelSelector=a in (b),!c&fieldSelector=status.phase!=Running&limit=3&resourceVersion=0', '', ''),
	wholeRequest(`GET ${collection}?limit=1&continue=abc&resourceVersionMatch=Exact&resourceVersion=1`, '', ''),
	wholeRequest(`GET ${podPath}/status?pretty=1`, '', ''),
	wholeRequest(
		'DELETE /api/v1/namespaces/default/pods?dryRun=All&propagationPolicy=Orphan',
		'application/json',
		'{"kind":"DeleteOptions","apiVersion":"v1","gracePeriodSeconds":-1,"preconditions":{"uid":"x"}}',
	),
	wholeRequest('GET /apis/apps/v1/namespaces/default/deployments/x/scale', '', ''),
	wholeRequest('GET /apis?x=y', '', ''),
];

const requests: Door = {
	name: 'requests at the front door',
	seeds: [
		wholeRequest('POST /api/v1/namespaces/default/pods', 'application/json', JSON.stringify(pod)),
		...ofKinds,
		...patches.flatMap(({ name, seeds }) => seeds.map((seed) => wholeRequest(`PATCH ${podPath}`, patchTypes[name] ?? '', seed))),
		...asked,
	],
	words: [
		'PATCH ',
		'DELETE ',
		'PUT ',
		'GET ',
		'POST ',
		'dryRun=',
		'&',
		'/status',
		'/scale',
		'?watch=1&timeoutSeconds=1',
		'application/yaml',
		apply,
		'"metadata":',
		'"spec":',
		'{',
		'}',
		'[',
		']',
		':',
		'\n',
	],
	send: sendRequest,
};

/** Size from which another thread handles an object. */
const largeBytes = 512 * 1024;

const large: Door = {
	...requests,
	name: 'large requests at the front door',
	send: (server, input) => {
		// Pads without changing the meaning: whitespace after text, or an unknown protobuf field.
		const filling = input.includes('protobuf')
			? Buffer.concat([Buffer.of(0xfa, 0x3f, 0x80, 0x80, 0x20), Buffer.alloc(largeBytes)])
			: Buffer.alloc(largeBytes, ' ');
		return sendRequest(server, Buffer.concat([input, filling]));
	},
};

export const doors: readonly Door[] = [http1, http2, requests, large];

let agent: Agent | undefined;

/** Sends the request unless Node's client rejects it; such requests are covered as raw bytes. */
function sendRequest(server: ServerProcess, input: Buffer): Promise<void> {
	const [what = '', contentType = ''] = input.toString('latin1').split('\n', 2);
	const start = input.indexOf('\n\n');
	const body = start === -1 ? Buffer.alloc(0) : input.subarray(start + 2);
	const [method = '', ...path] = what.split(' ');
	const target = `/${path.join('+').replace(/^\//, '')}`.replaceAll(/[^\x21-\x7e\x80-\xff]/g, '');
	agent ??= new Agent({ keepAlive: true, maxSockets: 8 });
	return new Promise((resolve) => {
		const outgoing = request(
			{
				host: '127.0.0.1',
				port: server.port,
				...server.credentials,
				agent,
				method: /^[A-Z]{1,10}$/.test(method) ? method : 'POST',
				path: target,
				headers: { 'content-type': contentType.replaceAll(/[^\x20-\x7e]/g, ''), 'content-length': body.length },
			},
			(response) => {
				const timer = setTimeout(() => response.destroy(), patienceMs);
				response.on('error', () => undefined);
				response.on('close', () => {
					clearTimeout(timer);
					resolve();
				});
				response.resume();
			},
		);
		outgoing.on('error', () => resolve());
		outgoing.end(body);
	});
}
