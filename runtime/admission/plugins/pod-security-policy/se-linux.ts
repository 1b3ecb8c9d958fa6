/** SELinux labels of pods and containers. */
import type { SELinuxOptions } from '../../../../generated/types/core/v1.ts';
import type { SELinuxStrategyOptions } from '../../../../generated/types/policy/v1beta1.ts';
import { type Cause, invalidValue, required } from '../../../model/cause.ts';

export function defaultLabels({ rule, seLinuxOptions }: SELinuxStrategyOptions): SELinuxOptions | undefined {
	return rule === 'MustRunAs' ? { ...seLinuxOptions } : undefined;
}

export function labelProblems(at: string, { rule, seLinuxOptions: wanted = {} }: SELinuxStrategyOptions, labels: SELinuxOptions | undefined): readonly Cause[] {
	if (rule !== 'MustRunAs') return [];
	if (labels === undefined) return [required(at)];
	const unlike = (field: 'level' | 'role' | 'type' | 'user', isEqual: (a: string, b: string) => boolean): readonly Cause[] => {
		const [want, have] = [wanted[field] ?? '', labels[field] ?? ''];
		return isEqual(want, have) ? [] : [invalidValue(`${at}.${field}`, have, `must be ${want}`)];
	};
	const same = (a: string, b: string): boolean => a === b;
	return [...unlike('level', isSameLevel), ...unlike('role', same), ...unlike('type', same), ...unlike('user', same)];
}

/** Compares levels such as `s0:c6,c0`, whose categories are in any order. */
function isSameLevel(a: string, b: string): boolean {
	const sorted = (level: string): string => {
		const [sensitivity = '', categories] = level.split(/:(.*)/s);
		return categories === undefined ? sensitivity : `${sensitivity}:${categories.split(',').toSorted().join(',')}`;
	};
	return sorted(a) === sorted(b);
}
