/** Tests the permissions that changes of owner references need. */
import { describe, expect, it } from 'vitest';
import type { ServedNow } from '../../../runtime/admission/contract.ts';
import { ownerReferencesPermissionEnforcement } from '../../../runtime/admission/plugins/owner-references-permission-enforcement.ts';
import type { Attributes } from '../../../runtime/api/authorization.ts';
import type { KindDescriptor } from '../../../runtime/model/catalog.ts';
import { refusal, requestOf, startPlugin } from './fixture.ts';

const kinds = [
	{ kind: 'Deployment', plural: 'deployments', scope: 'Namespaced', versions: [{ group: 'apps', version: 'v1' }] },
	{ kind: 'Node', plural: 'nodes', scope: 'Cluster', versions: [{ group: '', version: 'v1' }] },
] as unknown as readonly KindDescriptor[];

/** Serves the kinds in their only version. */
const serving = {
	catalog: { kinds },
	resource: (group: string, version: string, plural: string) =>
		kinds.find((each) => each.plural === plural && each.versions.some((served) => served.group === group && served.version === version)),
} as unknown as ServedNow;

const owner = (more: object = {}): object => ({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: '1', ...more });
const blocking = { blockOwnerDeletion: true };
const node = owner({ apiVersion: 'v1', kind: 'Node', name: 'host', ...blocking });

/** Formats an attempt as `verb group/resource/subresource namespace/name`. */
function asked({ info }: Attributes): string {
	if (!info.isResource) return info.verb;
	const { verb, group, resource, subresource, namespace, name } = info;
	return `${verb} ${[group, resource, subresource].join('/')} ${namespace}/${name}`;
}

interface Case {
	readonly owners?: readonly object[];
	/** Undefined: the object is created. */
	readonly old?: readonly object[];
	readonly allows?: readonly string[];
	readonly subresource?: string;
}

async function run({
	owners = [],
	old,
	allows = [],
	subresource = '',
}: Case): Promise<{ readonly attempts: readonly string[]; readonly refusal: string | undefined }> {
	const attempts: string[] = [];
	const authorizer = {
		authorize: (attributes: Attributes) => {
			const text = asked(attributes);
			attempts.push(text);
			return { verdict: allows.includes(text) ? 'allow' : 'no opinion', reason: 'no rule' } as const;
		},
	};
	const started = await startPlugin(ownerReferencesPermissionEnforcement, { more: { authorizer, serving: () => serving } });
	const objectOf = (ownerReferences: readonly object[]): object => ({ metadata: { name: 'p', ...(ownerReferences.length > 0 && { ownerReferences }) } });
	const request = requestOf({ object: objectOf(owners), operation: old === undefined ? 'CREATE' : 'UPDATE', ...(old && { old: objectOf(old) }), subresource });
	return { refusal: await refusal(started, request), attempts };
}

const remove = 'delete /pods/ n/p';
const anything = 'update */*/finalizers /*';
const finalize = 'update apps/deployments/finalizers n/d';
const refused = (text: string): string => `403 pods "p" is forbidden: ${text}`;
const cannotDelete = refused("cannot set an ownerRef on a resource you can't delete: no rule, <nil>");
const cannotFinalize = refused("cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: no rule, <nil>");
const unmapped = (apiVersion: string, kind: string, why: string): string =>
	refused(`cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: ${why}`);

describe('OwnerReferencesPermissionEnforcement', () => {
	it.each<[name: string, given: Case, attempts: readonly string[], refusal: string | undefined]>([
		['a create without owners', {}, [], undefined],
		['a create with an owner', { owners: [owner()] }, [], undefined],
		['an update that leaves the owners', { owners: [owner(blocking)], old: [owner(blocking)] }, [], undefined],
		['an update that adds an owner', { owners: [owner()], old: [] }, [remove], cannotDelete],
		['an update that removes one', { owners: [], old: [owner()] }, [remove], cannotDelete],
		['an update that reorders them', { owners: [owner(), node], old: [node, owner()] }, [remove], cannotDelete],
		['an update of one who may delete', { owners: [owner()], old: [], allows: [remove] }, [remove], undefined],
		['a create that blocks', { owners: [owner(blocking)] }, [anything, finalize], cannotFinalize],
		['a create of one who may finalize the owner', { owners: [owner(blocking)], allows: [finalize] }, [anything, finalize], undefined],
		['a create of one who may finalize anything', { owners: [owner({ ...blocking, kind: 'Odd' })], allows: [anything] }, [anything], undefined],
		['a create that blocks a node', { owners: [node] }, [anything, 'update /nodes/finalizers /host'], cannotFinalize],
		['an update that begins to block', { owners: [owner(blocking)], old: [owner()], allows: [remove] }, [remove, anything, finalize], cannotFinalize],
		['an update that ends to block', { owners: [owner()], old: [owner(blocking)], allows: [remove] }, [remove], undefined],
		[
			'an unknown kind',
			{ owners: [owner({ ...blocking, kind: 'Odd' })] },
			[anything],
			unmapped('apps/v1', 'Odd', 'no matches for kind "Odd" in version "apps/v1"'),
		],
		[
			'another version',
			{ owners: [owner({ ...blocking, apiVersion: 'apps/v2' })] },
			[anything],
			unmapped('apps/v2', 'Deployment', 'no matches for kind "Deployment" in version "apps/v2"'),
		],
		[
			'no version',
			{ owners: [owner({ ...blocking, apiVersion: 'a/b/c' })] },
			[anything],
			unmapped('a/b/c', 'Deployment', 'unexpected GroupVersion string: a/b/c'),
		],
		['the status of a pod', { owners: [owner()], old: [], subresource: 'status' }, [], undefined],
	])('of %s', async (_name, given, attempts, refusal) => {
		expect(await run(given)).toEqual({ attempts, refusal });
	});
});
