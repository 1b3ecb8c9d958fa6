/**
 * OwnerReferencesPermissionEnforcement: protects owner references (seed 3, "Built-in admission plugins"). Changing the owners of an object
 * needs permission to delete it. Blocking the deletion of an owner needs permission to update its finalizers.
 */
import type { OwnerReference } from '../../../generated/types/meta/v1.ts';
import type { Decision } from '../../api/authorization.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { deepEqual } from '../../model/equal.ts';
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest, ServedNow } from '../contract.ts';
import { refused } from '../forbidden-error.ts';

export const ownerReferencesPermissionEnforcement: AdmissionPlugin = {
	name: 'OwnerReferencesPermissionEnforcement',
	onByDefault: 'never',
	operations: ['CREATE', 'UPDATE'],
	start({ authorizer, serving }) {
		return {
			validate(request) {
				// Updates of a pod's status keep its owners.
				if (request.kind.storageName === 'pods' && request.subresource === 'status') return;
				const [owners, old] = [ownersOf(request.object), ownersOf(request.oldObject)];
				if (!deepEqual(owners as unknown as JsonObject, old as unknown as JsonObject))
					return new OwnerChange(request, authorizer, serving()).check(owners, old);
			},
		};
	},
};

type Owners = readonly OwnerReference[];

function ownersOf(object: JsonObject | undefined): Owners {
	return ((object?.metadata as JsonObject | undefined)?.ownerReferences ?? []) as unknown as Owners;
}

interface Target {
	readonly verb: 'delete' | 'update';
	readonly group: string;
	readonly version: string;
	readonly resource: string;
	readonly subresource: string;
	readonly namespace: string;
	readonly name: string;
}

const finalizersOfAnything: Target = {
	...{ verb: 'update', group: '*', version: '*', resource: '*' },
	...{ subresource: 'finalizers', namespace: '', name: '*' },
};

/** Change of the owners of an object. */
class OwnerChange {
	readonly #request: AdmissionRequest;
	readonly #authorizer: AdmissionContext['authorizer'];
	readonly #serving: ServedNow;

	constructor(request: AdmissionRequest, authorizer: AdmissionContext['authorizer'], serving: ServedNow) {
		this.#request = request;
		this.#authorizer = authorizer;
		this.#serving = serving;
	}

	/** Rejects with the refusal. */
	async check(owners: Owners, old: Owners): Promise<void> {
		const { operation, group, version, resource, subresource, namespace, name } = this.#request;
		// A creator could have omitted the object altogether.
		if (operation !== 'CREATE') {
			const target: Target = { verb: 'delete', group, version, resource, subresource, namespace, name };
			await this.#require(target, "cannot set an ownerRef on a resource you can't delete");
		}
		const blocking = newlyBlocking(owners, old);
		if (blocking.length === 0 || (await this.#ask(finalizersOfAnything)).isAllowed) return;
		for (const owner of blocking) {
			for (const target of this.#finalizersOf(owner))
				await this.#require(target, "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on");
		}
	}

	async #require(target: Target, sentence: string): Promise<void> {
		const { isAllowed, why } = await this.#ask(target);
		if (!isAllowed) throw refused(this.#request, `${sentence}: ${why}`);
	}

	/** Asks the authorizer. A failure counts as a refusal. */
	async #ask(target: Target): Promise<{ readonly isAllowed: boolean; readonly why: string }> {
		try {
			const info = { isResource: true, ...target } as const;
			const decision: Decision = await this.#authorizer.authorize({ user: this.#request.user, info, path: '' });
			return { isAllowed: decision.verdict === 'allow', why: `${decision.reason}, <nil>` };
		} catch (error) {
			return { isAllowed: false, why: `, ${(error as Error).message}` };
		}
	}

	/** Returns the finalizers subresource of the owner, in each resource that serves its kind. Throws the refusal for an unknown kind. */
	#finalizersOf({ apiVersion, kind, name }: OwnerReference): readonly Target[] {
		const fail = (why: string): Error =>
			refused(this.#request, `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: ${why}`);
		const parts = apiVersion.split('/');
		if (parts.length > 2) throw fail(`unexpected GroupVersion string: ${apiVersion}`);
		const [group = '', version = ''] = parts.length === 1 ? ['', ...parts] : parts;
		const { catalog } = this.#serving;
		const found = catalog.kinds.filter((each) => each.kind === kind && this.#serving.resource(group, version, each.plural) !== undefined);
		if (found.length === 0) throw fail(`no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`);
		return found.map(({ plural, scope }) => ({
			...{ verb: 'update', group, version, resource: plural, subresource: 'finalizers', name },
			// A namespaced owner is in the namespace of its dependent.
			namespace: scope === 'Namespaced' ? this.#request.namespace : '',
		}));
	}
}

/** Returns the references that newly block the deletion of their owner. */
function newlyBlocking(owners: Owners, old: Owners): Owners {
	const blockedBefore = new Set(old.filter(({ blockOwnerDeletion }) => blockOwnerDeletion === true).map(({ uid }) => uid));
	return owners.filter(({ blockOwnerDeletion, uid }) => blockOwnerDeletion === true && !blockedBefore.has(uid));
}
