/** Cases of admission webhooks that cannot be reached or answer invalidly. */
import type { Behaviour } from '../../setup/webhook.ts';
import { allowing, base, both, type Case, create, map, maps, one, raw } from './parts.ts';

const failures: readonly (readonly [what: string, behave: Behaviour, more?: object])[] = [
	['answers nothing in time', () => undefined, { timeoutSeconds: 1 }],
	['answers half', (_, __, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'), { timeoutSeconds: 1 }],
	['closes', (_, request) => void request.socket.destroy()],
	['answers another uid', raw(({ apiVersion, kind }) => ({ apiVersion, kind, response: { uid: 'other', allowed: true } }))],
	['answers no response', raw(({ apiVersion, kind }) => ({ apiVersion, kind }))],
	['answers another kind', raw(({ apiVersion, request }) => ({ apiVersion, kind: 'Other', response: { uid: request.uid, allowed: true } }))],
	['answers another version', raw(({ kind, request }) => ({ apiVersion: 'admission.k8s.io/v1beta1', kind, response: { uid: request.uid, allowed: true } }))],
	['answers no kind', raw(({ request }) => ({ response: { uid: request.uid, allowed: true } }))],
	['answers words', raw(() => 'fine')],
	['answers an empty body', raw(() => '')],
	['answers a list', raw(() => [])],
	['answers a wrong type', raw(({ apiVersion, kind, request }) => ({ apiVersion, kind, response: { uid: request.uid, allowed: 'yes' } }))],
	...[204, 301, 400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 500, 501, 503, 504].map((status): readonly [string, Behaviour] => [
		`answers with status ${status}`,
		(_, __, response) => void response.writeHead(status, { 'content-type': 'text/plain' }).end(status === 204 ? undefined : 'some words'),
	]),
	['answers with status 500 in JSON', raw(() => ({ error: 'x' }), 500)],
	['answers with a Status', raw(() => ({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'own words', reason: 'Forbidden', code: 403 }), 403)],
];

export const failed: readonly Case[] = failures.flatMap(([what, behave, more = {}]) => [
	{ what: `one that ${what}`, hooks: one('validating', more), behave, asks: [map('failed')] },
	{ what: `one that may change and ${what}`, hooks: one('mutating', more), behave, asks: [map('failed-too')] },
	{
		what: `one that nobody minds and ${what}`,
		hooks: both({ ...more, failurePolicy: 'Ignore' }),
		behave,
		asks: [map('ignored'), { method: 'DELETE', path: `${maps}/ignored` }],
	},
]);

const nobody = { clientConfig: { url: 'https://127.0.0.1:1/x' } };
export const unreachable: readonly Case[] = [
	{ what: 'nobody there', hooks: one('validating', nobody), behave: allowing, asks: [map('nobody')] },
	{ what: 'an authority that does not vouch for it', hooks: one('validating', { ca: '' }), behave: allowing, asks: [map('strange')] },
	{ what: 'a name that is not in its certificate', hooks: one('validating', { host: 'localhost' }), behave: allowing, asks: [map('misnamed')] },
	{
		what: 'no such service',
		hooks: one('validating', { clientConfig: { service: { namespace: 'peers', name: 'none' } } }),
		behave: allowing,
		asks: [map('no-service')],
	},
	{
		what: 'no such port',
		hooks: one('validating', { clientConfig: { service: { namespace: 'peers', name: 'there', port: 9 } } }),
		before: [create(`${base}/services`, { metadata: { name: 'there' }, spec: { ports: [{ port: 443 }] } })],
		behave: allowing,
		asks: [map('no-port')],
	},
	{
		what: 'a service without an address',
		hooks: one('validating', { clientConfig: { service: { namespace: 'peers', name: 'headless' } } }),
		before: [create(`${base}/services`, { metadata: { name: 'headless' }, spec: { clusterIP: 'None', ports: [{ port: 443 }] } })],
		behave: allowing,
		asks: [map('headless')],
	},
];
