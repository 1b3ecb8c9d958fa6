/**
 * ResourceQuota: refuses objects that would exceed a quota of their namespace (seed 3, "Built-in admission plugins"). The controller
 * `resourcequota` counts the usage.
 */
import type { JsonObject } from '../../../model/catalog.ts';
import { writeAmounts } from '../../../scalars/resource-list.ts';
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest, WriteTarget } from '../../contract.ts';
import { type ChargeParts, Charges } from './charges.ts';
import { type Charge, isCounted, mayCount } from './check.ts';
import { type LimitedResource, quotaSection } from './configuration.ts';
import type { Evaluator } from './evaluators/contract.ts';
import { evaluators, measuredResources } from './evaluators/index.ts';
import { type Quota, Quotas, resourceQuotas } from './quotas.ts';

/** Maximum wait for the controller to count a new quota, the time that Kubernetes gives one evaluation. */
const countingMs = 10_000;
/** Maximum wait when the controller does not run in this server, but may run in another. */
const elsewhereMs = 2_000;

/** Name of the controller in `--controllers`. */
export const quotaControllerName = 'resourcequota';

export const resourceQuota: AdmissionPlugin<readonly LimitedResource[]> = {
	name: 'ResourceQuota',
	onByDefault: { from: '1.0' },
	operations: ['CREATE', 'UPDATE'],
	acting: { identity: 'resourcequota-admission', rules: [{ verbs: ['update'], groups: [''], resources: [`${resourceQuotas}/status`] }] },
	configuration: quotaSection,
	start(context) {
		const { cache, configuration: limited = [], signal } = context;
		const quotas = new Quotas(cache);
		const evaluatorOf = evaluators(context);
		const charges = new Charges({ cache, quotas, ...statusWait(context), write: writer(context), signal });
		const isIdle = (namespace: string): boolean => limited.length === 0 && cache.count(resourceQuotas, namespace) === 0;
		return {
			wants: (about) => mayCharge(about) && !isIdle(about.namespace),
			validate(request) {
				const { namespace, kind } = request;
				if (namespace === '' || isIdle(namespace)) return;
				const evaluator = evaluatorOf(kind);
				if (evaluator === undefined || !evaluator.charges(request)) return;
				const present = quotas.in(namespace);
				if (limited.length === 0 && !present.some((quota) => mayCount(quota, evaluator))) return;
				const charge = chargeOf(request, evaluator, limited);
				const counts = (quota: Quota): boolean => mayCount(quota, evaluator) && isCounted(quota, charge.measured);
				return limited.length > 0 || present.some(counts) ? charges.charge(charge) : undefined;
			},
		};
	},
};

/** Reports whether such a write may change the usage. Updates do not if the number of objects alone counts. */
function mayCharge({ operation, resource, subresource }: WriteTarget): boolean {
	return operation === 'CREATE' ? subresource === '' : measuredResources.has(resource);
}

function chargeOf(request: AdmissionRequest, evaluator: Evaluator, limited: readonly LimitedResource[]): Charge {
	const { object = {}, oldObject } = request;
	return { request, evaluator, measured: evaluator.measure(object), before: oldObject && evaluator.measure(oldObject), limited };
}

function statusWait({ controllers }: AdmissionContext): Pick<ChargeParts, 'statusMs' | 'unknownHint'> {
	if (controllers.has(quotaControllerName)) return { statusMs: countingMs, unknownHint: '' };
	return { statusMs: elsewhereMs, unknownHint: `; the controller ${quotaControllerName} does not run in this server (--controllers)` };
}

/** Returns the function that updates the status of a quota as the plugin's own user. */
function writer({ client, self, vocabulary: { shortPrefix } }: AdmissionContext): ChargeParts['write'] {
	if (self === undefined) throw new Error('the plugin has its own user');
	const own = client(self);
	return async ({ object, name }, used, signal) => {
		const { namespace = '' } = (object.metadata ?? {}) as { readonly namespace?: string };
		const path = `/api/v1/namespaces/${namespace}/${resourceQuotas}/${name}/status`;
		const body = { ...object, status: { ...(object.status as JsonObject | undefined), used: writeAmounts(used) } };
		await own.ask({ method: 'PUT', path, query: `fieldManager=${shortPrefix}-apiserver`, body, signal });
	};
}
