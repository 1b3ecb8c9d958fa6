/** Headers and certificates. */
import { vocabulary } from '../../../generated/vocabulary.ts';
import { anonymous } from '../../../runtime/api/identity.ts';
import type { ApiRequest } from '../../../runtime/api/request.ts';
import { bearerToken, bearerTokens } from '../../../runtime/auth/authn/bearer.ts';
import { userOfSubject } from '../../../runtime/auth/authn/client-certificate.ts';
import { impersonatedUser, impersonationPrefix, readImpersonationHeaders } from '../../../runtime/auth/impersonation/impersonation-headers.ts';
import { permissionsFor } from '../../../runtime/auth/impersonation/plain.ts';
import { parseAccept } from '../../../runtime/codec/accept.ts';
import { negotiator, type Offer } from '../../../runtime/codec/negotiate.ts';
import { compress, compressFromBytes } from '../../../runtime/http/compression.ts';
import { refusalOfHttp2 } from '../../../runtime/http/refusal.ts';
import { maskedUri } from '../../../runtime/telemetry/masked-uri.ts';
import { managerName, managerViolations } from '../../../runtime/verbs/ownership/manager-name.ts';
import { Broken, type FuzzedParser } from '../parser.ts';
import { isRefusal } from './refusals.ts';

const offers: readonly Offer[] = [true, false].flatMap((protobuf) =>
	(['objects', 'none'] as const).flatMap((transforms) => [true, false].map((stream) => ({ protobuf, transforms, stream }))),
);

/** Returns a request with one header, the only one that these parsers read. */
function requestWith(name: string, value: string): ApiRequest {
	return { method: 'GET', query: '', header: (asked: string) => (asked === name ? value : undefined) } as ApiRequest;
}

const accept: FuzzedParser = {
	name: 'Accept',
	seeds: [
		'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json',
		'application/vnd.kubernetes.protobuf;stream=watch, */*;q=0.8',
		'text/html, application/xhtml+xml, application/xml;q=0.9, image/webp, */*;q=0.8',
		'application/json;as=PartialObjectMetadataList;g=meta.orch.io;v=v1;q="0.5"',
		`${'a/b;'.repeat(1000)}`,
		'*/json;q=1e400, /;=;,;;q=NaN',
	],
	words: [';', ',', ';q=0', ';q=-1', 'as=', ';g=meta.k8s.io', '*/*', 'application/yaml', '"'],
	run(input) {
		const text = input.toString('latin1');
		parseAccept(text);
		const negotiate = negotiator(vocabulary);
		for (const offer of offers) {
			try {
				negotiate.answer(requestWith('accept', text), offer);
			} catch (error) {
				if (!isRefusal(error)) throw error;
			}
		}
	},
};

const contentType: FuzzedParser = {
	name: 'Content-Type',
	seeds: ['application/json', 'application/yaml; charset=utf-8', 'application/vnd.kubernetes.protobuf', ' APPLICATION/JSON;', 'text/plain;;;', ''],
	words: [';', '/', 'application/', 'charset=', 'application/apply-patch+yaml'],
	run(input) {
		const text = input.toString('latin1');
		const encoding = negotiator(vocabulary).body(text, true);
		if (!['json', 'yaml', 'protobuf'].includes(encoding)) throw new Broken(`${text} became ${encoding}`);
	},
	refuses: isRefusal,
};

const largeText = Buffer.alloc(compressFromBytes, 'x');

const acceptEncoding: FuzzedParser = {
	name: 'Accept-Encoding',
	seeds: ['gzip, deflate, br', 'gzip;q=0', '*;q=0.0, gzip;q=1', 'identity;q=1, *;q=0', ',,;;'],
	words: ['gzip', ';q=', ',', '*'],
	run(input) {
		// Negotiation happens without a body to compress too; only bodies that are read are compressed.
		const answer = compress(requestWith('accept-encoding', input.toString('latin1')), { status: 200, headers: {}, body: largeText });
		if (answer instanceof Promise) throw new Broken('it waits for something');
		if (answer.body !== largeText) (answer.body as { destroy(): void }).destroy();
	},
};

const authorization: FuzzedParser = {
	name: 'Authorization',
	seeds: ['Bearer abc', 'bearer  abc def', 'Basic dXNlcjpwYXNz', 'Bearer', ' Bearer a', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
	words: ['Bearer ', 'bearer\t', ' '],
	run(input) {
		const token = bearerToken(input.toString('latin1'));
		if (token !== undefined && (token === '' || token.includes(' '))) throw new Broken(`the token is ${JSON.stringify(token)}`);
	},
};

const alice = { name: 'alice', uid: '', groups: [], extra: {} };
const tokens = bearerTokens(vocabulary, (token) => (token === 'abc' ? alice : undefined));

const subprotocols: FuzzedParser = {
	name: 'Sec-WebSocket-Protocol',
	seeds: [
		'base64url.bearer.authorization.orch.io.YWJj, v4.channel.orch.io',
		'base64url.bearer.authorization.k8s.io.YWJj,x',
		'base64url.bearer.authorization.orch.io.,base64url.bearer.authorization.orch.io.YWJj,x',
		'base64url.bearer.authorization.orch.io.Y_-,x',
		'v4.channel.orch.io,,',
	],
	words: [',', ', ', 'base64url.bearer.authorization.orch.io.', 'YWJj', '=', '_', '-'],
	run(input) {
		const offer = {
			protocols: input
				.toString('latin1')
				.split(',')
				.map((each) => each.trim()),
			message: () => Buffer.alloc(0),
			accept: () => ({}),
		};
		const claim = tokens({ header: () => undefined, webSocket: offer } as unknown as ApiRequest);
		// The server must not agree to the token as a protocol, and must agree to another.
		if (claim === alice && (offer.protocols.length === 0 || offer.protocols.some((each) => each.startsWith('base64url.bearer.authorization.orch.io.'))))
			throw new Broken('a token is left');
		return claim;
	},
};

const heads: FuzzedParser = {
	name: 'names of headers',
	seeds: [
		'Host\nlocalhost\nAccept\n*/*',
		'host\na\nHOST\nb',
		'Content-Type\na\ncontent-type\nb',
		'Authorization\nx\nx-remote-user\nroot',
		`${'a\nb\n'.repeat(250)}`,
	],
	words: ['\n', 'Host', 'Transfer-Encoding', 'Content-Length', 'authorization'],
	run(input) {
		const flat = input.toString('latin1').split('\n');
		const refusal = refusalOfHttp2(flat.length % 2 === 0 ? flat : [...flat, ''], undefined);
		if (refusal !== undefined && refusal.status >= 500 && refusal.status !== 501 && refusal.status !== 505)
			throw new Broken(`it is answered with ${refusal.status}`);
	},
};

const logged: FuzzedParser = {
	name: 'targets in the log',
	seeds: [
		'/api/v1/pods?token=abc&limit=1',
		'/proxy/Bearer%20abcdef/x?auth[key]=s&%74oken=x&x=eyJhbGciOiJub25lIn0.e30.sig',
		`/${'Bearer '.repeat(500)}`,
		`/?${'eyJhbGci.'.repeat(500)}`,
		'/?%zz=1&password',
	],
	words: ['Bearer ', 'bearer+', 'eyJhbGciOi.', '%2e', '&', '=', 'token', '%', '+'],
	run(input) {
		const [path = '', query = ''] = input.toString('latin1').split('?', 2);
		const shown = maskedUri(path, query);
		if (shown.length > 5_000) throw new Broken(`the log has ${shown.length} characters of it`);
	},
};

const userAgent: FuzzedParser = {
	name: 'User-Agent and fieldManager',
	seeds: ['kubectl/v1.25.0 (linux/amd64) kubernetes/a866cbe', 'Mozilla/5.0 (X11)', '', 'x'.repeat(300), 'é'.repeat(100), '\u0000\u0007/'],
	words: ['/', '\u0085', '\u200b', '👩‍👩‍👧'],
	run(input) {
		for (const encoding of ['latin1', 'utf8'] as const) {
			const text = input.toString(encoding);
			managerViolations(text, 'fieldManager');
			const name = managerName('', text);
			if (managerViolations(name, 'x').length > 0) throw new Broken(`the name ${JSON.stringify(name)} is none`);
		}
	},
};

const certificate: FuzzedParser = {
	name: 'subject of a certificate',
	seeds: ['{"CN": "alice", "O": ["system:masters", "dev"]}', '{"CN": ["a", "b"], "O": "x"}', '{"O": "x"}', '{"CN": ""}'],
	words: ['"O":', '"CN":', '[', ']', '"system:masters"'],
	run(input) {
		let subject: unknown;
		try {
			subject = JSON.parse(input.toString());
		} catch {
			return;
		}
		// Node represents a certificate's subject as strings or lists of strings.
		if (subject === null || typeof subject !== 'object' || Array.isArray(subject)) return;
		const texts = Object.values(subject).flat();
		if (!texts.every((text) => typeof text === 'string')) return;
		const user = userOfSubject(subject as Parameters<typeof userOfSubject>[0], 'orch');
		if (user?.name === '') throw new Broken('somebody has no name');
		return user;
	},
};

const impersonation: FuzzedParser = {
	name: 'Impersonate-*',
	seeds: [
		'impersonate-user: bob\nimpersonate-group: dev\nimpersonate-group: system:masters\nimpersonate-uid: 1',
		'impersonate-user: system:serviceaccount:kube-system:default\nimpersonate-extra-scopes: view\nimpersonate-extra-a%2fb: c',
		'impersonate-user: system:anonymous\nimpersonate-extra-__proto__: x\nimpersonate-extra-%zz: y',
		'impersonate-group: dev',
		'impersonate-user: a\nimpersonate-user: b',
	],
	words: [
		'impersonate-user: ',
		'impersonate-group: ',
		'impersonate-extra-',
		'impersonate-uid: ',
		'system:serviceaccount:',
		'%',
		'\n',
		': ',
		'system:unauthenticated',
	],
	run(input) {
		const lines = input
			.toString('latin1')
			.split('\n')
			.map((line) => line.split(': '))
			.map(([name = '', ...value]) => [name.toLowerCase(), value.join(': ')] as const)
			.filter(([name]) => name.startsWith(impersonationPrefix));
		const asked = readImpersonationHeaders(lines);
		if (asked === undefined) return;
		const user = impersonatedUser(asked, anonymous);
		const allowed = permissionsFor(asked, 'example.com').map((info) => (info.isResource ? info.name : ''));
		// Every granted impersonation was authorized for the caller.
		const own = ['system:authenticated', 'system:unauthenticated', 'system:serviceaccounts'];
		const given = [
			user.uid,
			...Object.values(user.extra).flat(),
			...user.groups.filter((group) => !own.some((each) => group === each || group.startsWith(`${each}:`))),
		];
		const free = given.filter((each) => each !== '' && !allowed.includes(each));
		if (user.name === '' || free.length > 0) throw new Broken(`nobody was asked about ${JSON.stringify(free)}`);
		return user.extra;
	},
	refuses: isRefusal,
};

export const headers: readonly FuzzedParser[] = [
	impersonation,
	accept,
	contentType,
	acceptEncoding,
	authorization,
	subprotocols,
	heads,
	logged,
	userAgent,
	certificate,
];
