/**
 * Requires the right to read parameters of admission policies (KEP-3488), whose messages could disclose them. Writing a policy needs `get` on
 * all objects of its parameter kind. Binding it needs `get` or `list` on the objects that the binding selects. The platform checks this in
 * the kinds themselves, whatever the plugins, and blames the field.
 */
import type { ParamKind, ParamRef } from '../../../generated/types/admissionregistration/v1.ts';
import { invalid } from '../../api/errors.ts';
import { privilegedGroup } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import type { JsonValue } from '../../model/catalog.ts';
import { forbiddenField } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../contract.ts';
import { Lookup } from '../lookup.ts';

interface Policy {
	readonly spec?: { readonly paramKind?: ParamKind };
}

interface Binding {
	readonly spec?: { readonly policyName?: string; readonly paramRef?: ParamRef };
}

const policies = ['validatingadmissionpolicies', 'mutatingadmissionpolicies'];
/** Resource of the policies by that of their bindings. */
const bound: Readonly<Record<string, string>> = {
	validatingadmissionpolicybindings: 'validatingadmissionpolicies',
	mutatingadmissionpolicybindings: 'mutatingadmissionpolicies',
};

const groupOf = ({ groupDomain }: Vocabulary): string => `admissionregistration.${groupDomain}`;

export const policyParameters: AdmissionPlugin = {
	name: 'PolicyParameters',
	onByDefault: { from: '1.0' },
	operations: ['CREATE', 'UPDATE'],
	only: (vocabulary) => [...policies, ...Object.keys(bound)].map((resource) => `${resource}.${groupOf(vocabulary)}`),
	start(context) {
		const group = groupOf(context.vocabulary);
		const rights = new ParameterRights(context);
		const stored = new Map(policies.map((resource) => [resource, new Lookup<Policy>(context.cache, `${resource}.${group}`)]));
		return {
			async validate(request) {
				if (request.subresource !== '' || request.user.groups.includes(privilegedGroup)) return;
				const lookup = stored.get(bound[request.resource] ?? '');
				if (lookup === undefined) return checkPolicy(request, group, rights);
				await checkBinding(request, group, rights, lookup);
			},
		};
	},
};

async function checkPolicy({ object, oldObject, user, name, kind }: AdmissionRequest, group: string, rights: ParameterRights): Promise<void> {
	const [wanted, before] = [(object as Policy).spec?.paramKind, (oldObject as Policy | undefined)?.spec?.paramKind];
	if (wanted === undefined || isSame(wanted, before)) return;
	if (await rights.has(user, { ...rights.resourceOf(wanted), verb: 'get', namespace: '*', name: '*' })) return;
	const of = `(kind=${wanted.kind ?? ''}, apiVersion=${wanted.apiVersion ?? ''})`;
	const why = `user ${shown(user)} must have "get" permission on all objects of the referenced paramKind ${of}`;
	throw invalid(kind.kind, group, name, [forbiddenField('spec.paramKind', why)]);
}

async function checkBinding(request: AdmissionRequest, group: string, rights: ParameterRights, lookup: Lookup<Policy>): Promise<void> {
	const { object, oldObject, user, name, kind } = request;
	const { paramRef, policyName = '' } = (object as Binding).spec ?? {};
	const before = (oldObject as Binding | undefined)?.spec;
	if (paramRef === undefined || (isSame(paramRef, before?.paramRef) && policyName === before?.policyName)) return;
	const policy = await lookup.orLatest('', policyName, request);
	const paramKind = policy?.spec?.paramKind;
	const verb = (paramRef.name ?? '') === '' ? 'list' : 'get';
	const target = paramKind === undefined ? anything : rights.resourceOf(paramKind);
	if (await rights.has(user, { ...target, verb, namespace: paramRef.namespace ?? '', name: paramRef.name ?? '' })) return;
	const lacks = `user ${shown(user)} does not have "${verb}" permission`;
	throw invalid(kind.kind, group, name, [forbiddenField('spec.paramRef', whyRefused(policy, policyName, target, lacks))]);
}

function whyRefused(policy: Policy | undefined, policyName: string, target: Target, lacks: string): string {
	const all = `to determine minimum required permissions and ${lacks} for all groups, versions and resources`;
	if (policy === undefined) return `unable to get policy ${policyName} ${all}`;
	const { paramKind } = policy.spec ?? {};
	if (paramKind === undefined || target.resource !== '*') return `${lacks} on the object referenced by paramRef`;
	return `unable to resolve paramKind &{${paramKind.apiVersion ?? ''} ${paramKind.kind ?? ''}} ${all}`;
}

function isSame(a: object, b: object | undefined): boolean {
	return b !== undefined && deepEqual(a as JsonValue, b as JsonValue);
}

/** Formats a user as Go prints it: clients know this text. */
function shown({ name, uid, groups, extra }: User): string {
	const ofExtra = Object.keys(extra)
		.toSorted()
		.map((key) => `${key}:[${extra[key]?.join(' ') ?? ''}]`);
	return `&{${name} ${uid} [${groups.join(' ')}] map[${ofExtra.join(' ')}]}`;
}

interface Target {
	readonly group: string;
	readonly version: string;
	readonly resource: string;
}

const anything: Target = { group: '*', version: '*', resource: '*' };

class ParameterRights {
	readonly #context: Pick<AdmissionContext, 'authorizer' | 'serving'>;

	constructor(context: Pick<AdmissionContext, 'authorizer' | 'serving'>) {
		this.#context = context;
	}

	/** Returns the resource of a kind; all resources of its version when it is not served. */
	resourceOf({ apiVersion = '', kind = '' }: ParamKind): Target {
		const parts = apiVersion.split('/');
		const [group = '', version = ''] = parts.length === 1 ? ['', ...parts] : parts;
		const serving = this.#context.serving();
		const found = serving.catalog.kinds.find((each) => each.kind === kind && serving.resource(group, version, each.plural) !== undefined);
		return { group, version, resource: found?.plural ?? '*' };
	}

	/** Asks the authorizer; its failure fails the request. */
	async has(user: User, target: Target & { readonly verb: 'get' | 'list'; readonly namespace: string; readonly name: string }): Promise<boolean> {
		const decision = await this.#context.authorizer.authorize({ user, info: { isResource: true, subresource: '', ...target }, path: '' });
		return decision.verdict === 'allow';
	}
}
