/** Tests CertificateSigningRequest: refusals, fields that the server sets, and decisions. */
import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { admin } from '../../verbs/write-fixture.ts';
import { expectRefusal, merge, type Row, server, withServer } from './fixture.ts';
import { broken, certificate, ofAnotherType, ofJane, signedByAnother } from './signing-requests.ts';

withServer();

const path = '/apis/certificates.orch.io/v1/certificatesigningrequests';
const spec = { request: ofJane, signerName: 'example.com/signer', usages: ['client auth'] };
const of = (fields: JsonObject) => ({ spec: { ...spec, ...fields } });
const signer = (signerName: string) => of({ signerName });

describe('the request of a certificate', () => {
	const rows: Row[] = [
		['for a client', of({}), ''],
		['nothing', {}, 'spec.request: Invalid value: "": PEM block type must be CERTIFICATE REQUEST'],
		['in another type of PEM', of({ request: ofAnotherType }), 'PEM block type must be CERTIFICATE REQUEST'],
		['with half of it', of({ request: broken }), 'asn1: syntax error: data truncated'],
		['with the key of somebody else', of({ request: signedByAnother }), 'x509: verification failure'],
		['for no use', of({ usages: [] }), 'spec.usages: Required value: usages must be provided'],
		['for an unknown use', of({ usages: ['x'] }), 'spec.usages[0]: Unsupported value: "x": supported values: "any", "cert sign", "client auth"'],
		['for one use twice', of({ usages: ['any', 'any'] }), 'spec.usages[1]: Duplicate value: "any"'],
		['for ten minutes', of({ expirationSeconds: 600 }), ''],
		['for less', of({ expirationSeconds: 599 }), 'spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)'],
		['of nobody', signer(''), 'spec.signerName: Required value: signerName must be provided'],
		['of a signer without a path', signer('a.b'), "must be a fully qualified domain and path of the form 'example.com/signer-name'"],
		['of a signer with two', signer('a.b/c/d'), "must be a fully qualified domain and path of the form 'example.com/signer-name'"],
		['of a signer of no domain', signer('a/b'), 'spec.signerName: Invalid value: "a": should be a domain with at least two segments separated by dots'],
		['of a domain that is none', signer('A.b/c'), 'spec.signerName: Invalid value: "A.b": validating label "A": a lowercase RFC 1123 label'],
		['of a path that is none', signer('a.b/C'), 'spec.signerName: Invalid value: "C": validating label "C": a lowercase RFC 1123 subdomain'],
		['of a path that says a namespace and a name', signer('a.b/namespace.name'), ''],
		['of a domain that is too long', signer(`${'x'.repeat(254)}.b/c`), 'spec.signerName: Too long: must have at most 253 bytes'],
		['of nobody that one knows', signer('orch.io/legacy-unknown'), 'the legacy signerName is not allowed via this API version'],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(path, fields, wanted));

	it('has the authenticated requester, and is immutable', async () => {
		const status = { conditions: [{ type: 'Approved', status: 'True' }] };
		const body = { metadata: { name: 'Any:Name' }, ...of({ username: 'somebody', uid: 'u', groups: ['g'], extra: { a: ['b'] } }), status };
		const made = await server.call('POST', path, { body });
		expect(made.body.spec).toEqual({ ...spec, username: admin.name, groups: admin.groups });
		expect(made.body.status).toEqual({});
		const changed = await server.call('PATCH', `${path}/Any:Name`, { type: merge, body: { metadata: { labels: { a: 'b' } }, ...signer('a.b/c'), status } });
		expect([changed.body.metadata.labels, changed.body.spec, changed.body.status]).toEqual([{ a: 'b' }, made.body.spec, {}]);
		expect((await server.call('GET', `${path}?fieldSelector=spec.signerName%3D${spec.signerName}`)).body.items).toHaveLength(1);
	});
});

describe('the decision about a certificate', () => {
	const time = '2024-05-01T10:00:00Z';
	const says = (type: string, status = 'True', fields: JsonObject = {}) => ({ type, status, lastUpdateTime: time, lastTransitionTime: time, ...fields });
	const write = async (name: string, subresource: string, status: JsonObject) => {
		const { status: code, body } = await server.call('PATCH', `${path}/${name}/${subresource}`, { type: merge, body: { status, ...signer('a.b/c') } });
		return code === 200 ? body.status : body.message;
	};
	const approve = (name: string, ...conditions: JsonObject[]) => write(name, 'approval', { conditions });
	const report = (name: string, ...conditions: JsonObject[]) => write(name, 'status', { conditions });
	const ask = async (name: string) => {
		await server.call('POST', path, { body: { metadata: { name }, ...of({ expirationSeconds: 86400 }) } });
	};
	const shown = async (name: string): Promise<unknown[]> => {
		const { body } = await server.call('GET', `${path}/${name}`, { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' });
		return body.rows[0].cells.toSpliced(1, 1);
	};

	it('approval is given by its subresource, which changes nothing else, and never taken back', async () => {
		await ask('approved');
		expect(await shown('approved')).toEqual(['approved', spec.signerName, admin.name, '24h', 'Pending']);
		expect(await report('approved', says('Approved'))).toContain('status.conditions: Forbidden: updates may not add a condition of type "Approved"');
		expect(await approve('approved', says('Approved', 'False'))).toContain('status.conditions[0].status: Unsupported value: "False": supported values: "True"');
		expect(await approve('approved', says('Approved'), says('Denied'))).toContain('Approved and Denied conditions are mutually exclusive');
		expect(await write('approved', 'approval', { conditions: [says('Approved')], certificate })).toEqual({ conditions: [says('Approved')] });
		expect(await approve('approved')).toContain('status.conditions: Forbidden: updates may not remove a condition of type "Approved"');
		expect(await report('approved', says('Approved', 'True', { reason: 'Changed' }))).toEqual({ conditions: [says('Approved')] });
		expect((await server.call('GET', `${path}/approved/approval`)).body.spec.signerName).toBe(spec.signerName);
	});

	it('a certificate is set by the status, once', async () => {
		await ask('issued');
		expect(await write('issued', 'status', { certificate: Buffer.from('x').toString('base64') })).toContain('must contain at least one CERTIFICATE PEM block');
		expect(await write('issued', 'status', { certificate: ofJane })).toContain('only CERTIFICATE PEM blocks are allowed, found "CERTIFICATE REQUEST"');
		expect(await write('issued', 'status', { certificate })).toEqual({ certificate });
		expect(await write('issued', 'status', { certificate: null })).toContain(
			'status.certificate: Forbidden: updates may not modify existing certificate content',
		);
		expect((await shown('issued')).at(-1)).toBe('Pending,Issued');
	});

	it('other conditions are free, with times that the server fills in', async () => {
		await ask('reported');
		expect(await report('reported', says('X'), says('X'))).toContain('status.conditions[1].type: Duplicate value: "X"');
		expect(await report('reported', says(''))).toContain('status.conditions[0].type: Required value');
		expect(await report('reported', says('X', ''))).toContain('status.conditions[0].status: Required value');
		expect(await report('reported', says('X', 'x'))).toContain('Unsupported value: "x": supported values: "False", "True", "Unknown"');
		const { conditions } = await report('reported', { type: 'X', status: 'False' }, says('Failed'));
		expect([conditions[0].lastUpdateTime, conditions[0].lastTransitionTime]).toEqual([expect.stringMatching(/Z$/), conditions[0].lastUpdateTime]);
		expect(await report('reported', says('X'))).toContain('updates may not remove a condition of type "Failed"');
		expect((await shown('reported')).at(-1)).toBe('Pending,Failed');
	});
});
