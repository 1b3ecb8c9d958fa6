/** Built-in signers and their rules (seed 3, "Built-in signers"), with Kubernetes' messages. */
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { AlternativeName, CertificateRequest } from '../../wire/certificate-request.ts';

export type SignerRole = 'client' | 'nodeClient' | 'nodeServing' | 'legacy';

/** Returns why the signer must not sign a request, or undefined. */
type Rule = (request: CertificateRequest, usages: readonly string[]) => string | undefined;

const signerRoles = ['client', 'nodeClient', 'nodeServing', 'legacy'] as const satisfies readonly SignerRole[];

const rules: Readonly<Record<SignerRole, Rule>> = {
	client: (_, usages) => clientUsageProblem(usages),
	nodeClient: nodeClientProblem,
	nodeServing: nodeServingProblem,
	// Early versions of the API had no signer names, and signed anything.
	legacy: () => undefined,
};

export function signerName(role: SignerRole, { labelDomain, shortPrefix, nodeAgent }: Vocabulary): string {
	const paths: Readonly<Record<SignerRole, string>> = {
		client: `${shortPrefix}-apiserver-client`,
		nodeClient: `${shortPrefix}-apiserver-client-${nodeAgent}`,
		nodeServing: `${nodeAgent}-serving`,
		legacy: 'legacy-unknown',
	};
	return `${labelDomain}/${paths[role]}`;
}

/** Returns the role of a signer; undefined for other signers. */
export function signerRole(name: string, vocabulary: Vocabulary): SignerRole | undefined {
	return signerRoles.find((role) => signerName(role, vocabulary) === name);
}

/** Checks a request against the rules of its signer. Returns the problem, or undefined. */
export function signerProblem(role: SignerRole, request: CertificateRequest, usages: readonly string[]): string | undefined {
	return rules[role](request, usages);
}

function clientUsageProblem(usages: readonly string[]): string | undefined {
	const allowed = ['digital signature', 'key encipherment', 'client auth'];
	const other = usages.find((usage) => !allowed.includes(usage));
	if (other !== undefined) return `invalid usage for client certificate: ${other}`;
	return usages.includes('client auth') ? undefined : 'missing required usage for client certificate: client auth';
}

const nodePrefix = 'system:node:';
const noNode = `subject common name does not begin with ${nodePrefix}`;
const noNodes = 'subject organization is not system:nodes';

export function nodeClientProblem(request: CertificateRequest, usages: readonly string[]): string | undefined {
	if (!isOfNodes(request)) return noNodes;
	const unwanted = (['dns', 'email', 'ip', 'url'] as const).find((type) => has(request, type));
	if (unwanted !== undefined) return notAllowed(unwanted);
	if (!request.commonName.startsWith(nodePrefix)) return noNode;
	return usageProblem(usages, ['client auth', 'digital signature']);
}

function nodeServingProblem(request: CertificateRequest, usages: readonly string[]): string | undefined {
	if (!isOfNodes(request)) return noNodes;
	if (!has(request, 'dns') && !has(request, 'ip')) return 'DNS or IP subjectAltName is required';
	const unwanted = (['email', 'url'] as const).find((type) => has(request, type));
	if (unwanted !== undefined) return notAllowed(unwanted);
	return usageProblem(usages, ['digital signature', 'server auth']) ?? (request.commonName.startsWith(nodePrefix) ? undefined : noNode);
}

function isOfNodes({ organizations }: CertificateRequest): boolean {
	return organizations.length === 1 && organizations[0] === 'system:nodes';
}

function has({ alternativeNames }: CertificateRequest, wanted: AlternativeName['type']): boolean {
	return alternativeNames.some(({ type }) => type === wanted);
}

function notAllowed(type: AlternativeName['type']): string {
	const words = { dns: 'DNS', email: 'Email', ip: 'IP', url: 'URI' } as const;
	return `${words[type]} subjectAltNames are not allowed`;
}

/** Requires exactly these usages; `key encipherment`, which only RSA keys can do, is optional. */
function usageProblem(usages: readonly string[], required: readonly string[]): string | undefined {
	const encipherment = 'key encipherment';
	const given = [...new Set(usages)].filter((usage) => usage !== encipherment).sort();
	if (given.join() === required.join()) return undefined;
	return `usages did not match [${[...required, encipherment].sort().join(' ')}]`;
}
