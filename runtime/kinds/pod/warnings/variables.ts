/** Variables that are given twice. From 1.28 on one that goes on from the value before it is none of them. */
import type { EnvVar, PodSpec } from '../../../../generated/types/core/v1.ts';
import { allContainers } from '../annotations.ts';

/** `at` stands before paths: `spec.`. */
export function variableWarnings(spec: PodSpec, at: string, mayGoOn: boolean): string[] {
	return allContainers(spec).flatMap(({ path, container: { env = [] } }) => {
		const seen = new Set<string>();
		return env.flatMap((variable, index) => {
			const { name = '' } = variable;
			const isFirst = !seen.has(name);
			seen.add(name);
			if (isFirst || (mayGoOn && goesOn(variable))) return [];
			const place = `${at}${path}.env[${index}]`;
			const shown = JSON.stringify(name);
			return [mayGoOn ? `${place}: hides previous definition of ${shown}, which may be dropped when using apply` : `${place}.name: duplicate name ${shown}`];
		});
	});
}

/** `$(PATH):/opt` */
function goesOn({ name = '', value = '', valueFrom }: EnvVar): boolean {
	const before = `$(${name})`;
	return valueFrom === undefined && value.includes(before) && value !== before;
}
