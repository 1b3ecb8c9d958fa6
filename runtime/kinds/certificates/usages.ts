/** Usages of certificates, and the default signer of v1beta1 requests. */
import { type Cause, duplicate, notSupported, required } from '../../model/cause.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { readSigningRequest, type SigningRequest } from './signing-request.ts';

const known = [
	['any', 'cert sign', 'client auth', 'code signing', 'content commitment', 'crl sign', 'data encipherment', 'decipher only', 'digital signature'],
	['email protection', 'encipher only', 'ipsec end system', 'ipsec tunnel', 'ipsec user', 'key agreement', 'key encipherment', 'microsoft sgc'],
	['netscape sgc', 'ocsp signing', 's/mime', 'server auth', 'signing', 'timestamping'],
].flat();

/** Rules for usages. v1beta1 has none, and stored violations are tolerated. */
export interface UsageDemands {
	readonly known: boolean;
	readonly different: boolean;
}

export const areKnown = (usages: readonly string[]): boolean => usages.every((usage) => known.includes(usage));
export const areDifferent = (usages: readonly string[]): boolean => new Set(usages).size === usages.length;

export function usageViolations(usages: readonly string[], demands: UsageDemands, whenEmpty: string): Cause[] {
	const path = 'spec.usages';
	return [
		...(usages.length === 0 ? [required(path, whenEmpty)] : []),
		...usages.flatMap((usage, index) => [
			...(demands.known && !known.includes(usage) ? [notSupported(`${path}[${index}]`, usage, known)] : []),
			...(demands.different && usages.indexOf(usage) < index ? [duplicate(`${path}[${index}]`, usage)] : []),
		]),
	];
}

const nodeGroup = 'system:nodes';
const nodePrefix = 'system:node:';
const [email, dns, uri, address] = [1, 2, 6, 7];

/**
 * Returns the default signer: that of kubelets for their typical requests, otherwise the legacy signer, which signs nothing automatically.
 */
export function signerOf(pem: string, usages: readonly string[], { labelDomain, shortPrefix, nodeAgent }: Vocabulary): string {
	const asked = usages.filter((usage) => usage !== 'key encipherment').toSorted();
	const request = readable(pem);
	const isOfNode = request?.organizations.join() === nodeGroup && request.commonName.startsWith(nodePrefix) && areDifferent(usages);
	const names = request?.alternativeNames ?? [];
	if (isOfNode && names.length === 0 && asked.join() === 'client auth,digital signature') return `${labelDomain}/${shortPrefix}-apiserver-client-${nodeAgent}`;
	const isServing = names.some((name) => name === dns || name === address) && !names.some((name) => name === email || name === uri);
	return isOfNode && isServing && asked.join() === 'digital signature,server auth' ? `${labelDomain}/${nodeAgent}-serving` : legacySigner(labelDomain);
}

export function legacySigner(labelDomain: string): string {
	return `${labelDomain}/legacy-unknown`;
}

function readable(pem: string): SigningRequest | undefined {
	try {
		return readSigningRequest(pem);
	} catch (error) {
		// Validation reports the malformed request.
		if (error instanceof Error) return undefined;
		throw error;
	}
}
