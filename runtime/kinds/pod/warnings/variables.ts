/** Warnings about duplicate environment variables. From 1.28 on, a variable that extends its previous value is no duplicate. */
import type { EnvVar, PodSpec } from '../../../../generated/types/core/v1.ts';
import { allContainers } from '../annotations.ts';

/** Returns the warnings. `at`: prefix of paths, such as `spec.`. */
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

/** Reports whether the value refers to the previous value, as in `$(PATH):/opt`. */
function goesOn({ name = '', value = '', valueFrom }: EnvVar): boolean {
	const before = `$(${name})`;
	return valueFrom === undefined && value.includes(before) && value !== before;
}
