/** Refuses privileged containers, unless `--allow-privileged` is set. */
import type { PodSpec } from '../../../generated/types/core/v1.ts';
import type { Flag } from '../../api/flag.ts';
import { boolean } from '../../api/flag-value.ts';
import type { ServedHooks } from '../../api/hooks.ts';
import { type Cause, forbiddenField } from '../../model/cause.ts';
import { getAt } from '../../model/path.ts';

export const allowPrivileged: Flag<boolean> = {
	name: 'allow-privileged',
	value: '[BOOL]',
	bare: true,
	help: 'Allow privileged containers and host processes of Windows nodes, in pods and in templates.',
	default: false,
	shown: 'false',
	parse: boolean,
};

/** Paths of pod specs, by package and plural. */
const specPaths: Readonly<Record<string, string>> = {
	'core/pods': 'spec',
	'core/podtemplates': 'template.spec',
	'core/replicationcontrollers': 'spec.template.spec',
	'apps/daemonsets': 'spec.template.spec',
	'apps/deployments': 'spec.template.spec',
	'apps/replicasets': 'spec.template.spec',
	'apps/statefulsets': 'spec.template.spec',
	'batch/cronjobs': 'spec.jobTemplate.spec.template.spec',
	'batch/jobs': 'spec.template.spec',
};

/** Returns the hooks with this rule, for kinds with pod specs. `key`: package and plural. */
export function withoutPrivileges(key: string, hooks: ServedHooks): ServedHooks {
	const path = specPaths[key];
	if (path === undefined) return hooks;
	return {
		...hooks,
		validate(object, context) {
			const causes = hooks.validate?.(object, context) ?? [];
			if (context.subresource === 'status') return causes;
			return [...causes, ...privilegeViolations(getAt(object, path) as PodSpec | undefined, path)];
		},
	};
}

function privilegeViolations(spec: PodSpec | undefined, path: string): readonly Cause[] {
	if (spec === undefined) return [];
	const causes: Cause[] = [];
	const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
	let isOfHost = false;
	for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
		for (const [index, { securityContext: context }] of (spec[list] ?? []).entries()) {
			if (context?.privileged === true) causes.push(forbiddenField(`${path}.${list}[${index}].securityContext.privileged`, 'disallowed by cluster policy'));
			isOfHost ||= context?.windowsOptions?.hostProcess ?? ofPod ?? false;
		}
	}
	return isOfHost ? [...causes, forbiddenField(path, 'hostProcess containers are disallowed by cluster policy')] : causes;
}
