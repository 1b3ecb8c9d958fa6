/** Policy with the parts that admission needs. */
import type { PodSecurityPolicySpec } from '../../../../generated/types/policy/v1beta1.ts';
import type { PolicyTerms } from './terms.ts';

export interface PolicyParts {
	readonly spec: PodSecurityPolicySpec;
	readonly annotations: Readonly<Record<string, string>>;
	readonly terms: PolicyTerms;
}
