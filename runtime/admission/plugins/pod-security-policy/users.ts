/** Users that containers run as. */
import type { SecurityContext } from '../../../../generated/types/core/v1.ts';
import type { RunAsUserStrategyOptions } from '../../../../generated/types/policy/v1beta1.ts';
import { type Cause, invalidValue, required } from '../../../model/cause.ts';
import { goRanges, type Id, isInRanges } from './go-values.ts';

export function defaultUser({ rule, ranges = [] }: RunAsUserStrategyOptions): Id | undefined {
	return rule === 'MustRunAs' ? ranges[0]?.min : undefined;
}

export function userProblems(at: string, { rule, ranges = [] }: RunAsUserStrategyOptions, { runAsUser, runAsNonRoot }: SecurityContext): readonly Cause[] {
	if (rule === 'RunAsAny') return [];
	if (rule === 'MustRunAs') {
		if (runAsUser === undefined) return [required(`${at}.runAsUser`)];
		return isInRanges(runAsUser, ranges) ? [] : [invalidValue(`${at}.runAsUser`, runAsUser, `must be in the ranges: ${goRanges(ranges)}`)];
	}
	if (runAsNonRoot === undefined && runAsUser === undefined) return [required(`${at}.runAsNonRoot`, 'must be true')];
	if (runAsNonRoot === false) return [invalidValue(`${at}.runAsNonRoot`, false, 'must be true')];
	return runAsUser !== undefined && Number(runAsUser) === 0 ? [invalidValue(`${at}.runAsUser`, 0, 'running with the root UID is forbidden')] : [];
}
