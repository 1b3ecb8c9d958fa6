/** Tests that policies and bindings name only parameters that their author may read. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../../generated/catalog.ts';
import { policyParameters } from '../../../runtime/admission/always/policy-parameters.ts';
import type { Attributes, Decision } from '../../../runtime/api/authorization.ts';
import type { Loose } from '../../setup/loose.ts';
import { refusal, requestOf, startPlugin } from './fixture.ts';

const secrets = { apiVersion: 'v1', kind: 'Secret' };
const policy = (paramKind?: object): object => ({ metadata: { name: 'p' }, spec: { ...(paramKind && { paramKind }) } });
const binding = (paramRef?: object, policyName = 'p'): object => ({ metadata: { name: 'b' }, spec: { policyName, ...(paramRef && { paramRef }) } });
const user = { name: 'dev', uid: '', groups: ['team'], extra: {} };
const shown = '&{dev  [team] map[]}';

async function check(resource: string, kind: string, object: object, { right, old, more = {} }: { right?: string; old?: object; more?: object } = {}) {
	const asked: string[] = [];
	const authorize = ({ info }: Attributes): Decision => {
		const { verb, group, version, resource: of, namespace, name } = info as Loose;
		asked.push([verb, group, version, of, namespace, name].join(' '));
		return { verdict: asked.at(-1) === right ? 'allow' : 'no opinion', reason: '' };
	};
	const objects = {
		'validatingadmissionpolicies.admissionregistration.k8s.io': {
			'/p': policy(secrets),
			'/odd': policy({ apiVersion: 'a.io/v1', kind: 'Odd' }),
			'/plain': policy(),
		},
	};
	const serving = () => ({
		catalog,
		resource: (group: string, version: string, plural: string) => (group === '' && version === 'v1' && plural === 'secrets' ? {} : undefined),
	});
	const started = await startPlugin(policyParameters, { objects, more: { authorizer: { authorize }, serving } as Loose });
	const operation = old === undefined ? 'CREATE' : 'UPDATE';
	const request = requestOf({
		operation,
		object,
		...(old && { old }),
		kind: { storageName: resource, plural: resource, kind },
		more: { user, ...more } as Loose,
	});
	return { asked, said: await refusal(started, request) };
}

describe('a policy', () => {
	const write = (object: object, options?: Parameters<typeof check>[3]) => check('validatingadmissionpolicies', 'ValidatingAdmissionPolicy', object, options);
	const right = 'get  v1 secrets * *';

	it('needs the right to get all objects of its parameters', async () => {
		expect(await write(policy(secrets))).toEqual({
			asked: [right],
			said: `422 ValidatingAdmissionPolicy.admissionregistration.k8s.io "p" is invalid: spec.paramKind: Forbidden: user ${shown} must have "get" permission on all objects of the referenced paramKind (kind=Secret, apiVersion=v1)`,
		});
		expect((await write(policy(secrets), { right })).said).toBeUndefined();
		expect((await write(policy({ apiVersion: 'a.io/v1', kind: 'Odd' }))).asked).toEqual(['get a.io v1 * * *']);
	});

	it.each<[string, object, Parameters<typeof check>[3]]>([
		['without parameters', policy(), {}],
		['that keeps them', policy(secrets), { old: policy(secrets) }],
		['of an administrator', policy(secrets), { more: { user: { ...user, groups: ['system:masters'] } } }],
		['whose status is written', policy(secrets), { old: policy(), more: { subresource: 'status' } }],
	])('needs none %s', async (_, object, options) => expect(await write(object, options)).toEqual({ asked: [], said: undefined }));
});

describe('a binding', () => {
	const write = (object: object, options?: Parameters<typeof check>[3]) =>
		check('validatingadmissionpolicybindings', 'ValidatingAdmissionPolicyBinding', object, options);
	const all = `to determine minimum required permissions and user ${shown} does not have "get" permission for all groups, versions and resources`;

	it.each<[string, object, string, string]>([
		[
			'one object',
			binding({ name: 's', namespace: 'n' }),
			'get  v1 secrets n s',
			`user ${shown} does not have "get" permission on the object referenced by paramRef`,
		],
		['selected objects', binding({ selector: {} }), 'list  v1 secrets  ', `user ${shown} does not have "list" permission on the object referenced by paramRef`],
		['objects of an unknown policy', binding({ name: 's' }, 'x'), 'get * * *  s', `unable to get policy x ${all}`],
		['objects of an unknown kind', binding({ name: 's' }, 'odd'), 'get a.io v1 *  s', `unable to resolve paramKind &{a.io/v1 Odd} ${all}`],
		[
			'objects of no kind',
			binding({ name: 's' }, 'plain'),
			'get * * *  s',
			`user ${shown} does not have "get" permission on the object referenced by paramRef`,
		],
	])('needs a right to read %s', async (_, object, right, why) => {
		const { asked, said } = await write(object);
		expect(asked).toEqual([right]);
		expect(said).toBe(`422 ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io "b" is invalid: spec.paramRef: Forbidden: ${why}`);
		expect((await write(object, { right })).said).toBeUndefined();
	});

	it('needs none to keep its parameters', async () => {
		const object = binding({ name: 's' });
		expect(await write(object, { old: object })).toEqual({ asked: [], said: undefined });
		expect((await write(object, { old: binding({ name: 's' }, 'plain') })).asked).toHaveLength(1);
	});
});
