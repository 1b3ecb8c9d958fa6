/** Annotations that policies read and write. */

import { type PodAnnotations, podAnnotations } from '../../../kinds/pod/annotations.ts';
import { type PolicyAnnotations, policyAnnotations } from '../../../kinds/pod-security-policy.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';

export interface PolicyTerms {
	readonly ofPods: PodAnnotations;
	readonly ofPolicies: PolicyAnnotations;
	/** Name of the ConfigMap with the root certificate. */
	readonly rootCertificates: string;
}

export function policyTerms(vocabulary: Vocabulary): PolicyTerms {
	return { ofPods: podAnnotations(vocabulary), ofPolicies: policyAnnotations(vocabulary), rootCertificates: `${vocabulary.shortPrefix}-root-ca.crt` };
}
