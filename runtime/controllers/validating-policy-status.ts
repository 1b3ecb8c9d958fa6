/** Writes the type checker's warnings to the status of ValidatingAdmissionPolicies (KEP-3488, "Type checking"). */
import type { ValidatingAdmissionPolicy } from '../../generated/types/admissionregistration/v1.ts';
import type { ServedNow } from '../admission/contract.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import type { Controller, ControllerContext, RunningController } from './contract.ts';
import { ensureObject } from './ensure-object.ts';
import { startLoop } from './loop.ts';

const plural = 'validatingadmissionpolicies';

export const validatingPolicyStatus: Controller = {
	name: 'validatingadmissionpolicy-status-controller',
	purpose: 'checks the types of ValidatingAdmissionPolicies and writes warnings to their status',
	identity: 'validatingadmissionpolicy-status-controller',
	rules: [
		{ verbs: ['list', 'watch'], groups: ['*'], resources: [plural] },
		{ verbs: ['update'], groups: ['*'], resources: [`${plural}/status`] },
	],
	start,
};

interface Checker {
	warnings(spec: NonNullable<ValidatingAdmissionPolicy['spec']>): readonly object[];
}

function start(context: ControllerContext): RunningController {
	const storageName = `${plural}.admissionregistration.${context.verbs.vocabulary.groupDomain}`;
	if (context.verbs.stored(storageName) === undefined) return { stop: async () => {} };
	let loaded: Promise<Checker> | undefined;
	const checker = (): Promise<Checker> => {
		loaded ??= load(() => context.verbs);
		return loaded;
	};
	return startLoop(context, {
		name: validatingPolicyStatus.name,
		follows: (add) => [
			{
				storageName,
				seen(type, policy) {
					if (type !== 'DELETED') add(policy.name);
				},
			},
		],
		work: (name) => check(context, storageName, name, checker),
	});
}

/** Loads the type checker for the first policy. */
async function load(serving: () => Pick<ServedNow, 'catalog'>): Promise<Checker> {
	const { PolicyTypeChecker } = await import('../admission/expressions/type-check.ts');
	return new PolicyTypeChecker(serving);
}

async function check(context: ControllerContext, storageName: string, name: string, checker: () => Promise<Checker>): Promise<void> {
	const known = context.verbs.cache.get(storageName, '', name);
	if (known === undefined || isChecked(parseWhole(known))) return;
	const types = await checker();
	await ensureObject(context, { storageName, namespace: '', name, subresource: 'status' }, (old) => {
		if (isChecked(old)) return undefined;
		const { metadata, spec, status } = old as object as ValidatingAdmissionPolicy;
		const found = types.warnings(spec ?? {});
		const next = { ...status, observedGeneration: metadata?.generation ?? 0, typeChecking: found.length === 0 ? {} : { expressionWarnings: found } };
		const written = next as object as JsonObject;
		return deepEqual(written, (old.status ?? null) as JsonValue) ? undefined : { ...old, status: written };
	});
}

/** Reports whether the status is for the current spec. */
function isChecked(object: JsonObject): boolean {
	const { metadata, status } = object as object as ValidatingAdmissionPolicy;
	return (metadata?.generation ?? 0) <= (status?.observedGeneration ?? 0);
}
