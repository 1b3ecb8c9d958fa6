/** Sleep actions of lifecycle hooks (KEP 3960): at most as long as the pod's grace period. */
import type { LifecycleHandler, PodSpec } from '../../../../generated/types/core/v1.ts';
import type { Release } from '../../../model/catalog.ts';
import { type Cause, invalidValue } from '../../../model/cause.ts';
import { compareReleases } from '../../../model/release.ts';

/** `path`: field path of the spec. */
export function sleepViolations(spec: PodSpec, path: string, release: Release): Cause[] {
	const { terminationGracePeriodSeconds: grace } = spec;
	if (grace === undefined) return [];
	const mayBeZero = compareReleases(release, '1.33') >= 0;
	const why = mayBeZero
		? `must be non-negative and less than terminationGracePeriodSeconds (${grace})`
		: `must be greater than 0 and less than terminationGracePeriodSeconds (${grace}). Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.`;
	const violations = (handler: LifecycleHandler | undefined, at: string): Cause[] => {
		if (handler?.sleep === undefined) return [];
		const seconds = Number(handler.sleep.seconds);
		return seconds > Number(grace) || seconds < (mayBeZero ? 0 : 1) ? [invalidValue(`${at}.sleep`, seconds, why)] : [];
	};
	return (['initContainers', 'containers'] as const).flatMap((list) =>
		(spec[list] ?? []).flatMap(({ lifecycle }, index) =>
			(['postStart', 'preStop'] as const).flatMap((name) => violations(lifecycle?.[name], `${path}.${list}[${index}].lifecycle.${name}`)),
		),
	);
}
