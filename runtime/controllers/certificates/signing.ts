/**
 * Signs approved certificate requests of the built-in signers (seed 3, "Built-in signers"). A request that violates a rule of its signer
 * gets the condition Failed. Only stored certificates count: after a crash before that, another one is issued.
 */
import type { CertificateSigningRequest } from '../../../generated/types/certificates/v1.ts';
import type { CheckedPair } from '../../auth/pki/pair.ts';
import type { CertificateRequest } from '../../wire/certificate-request.ts';
import type { Controller, ControllerContext } from '../contract.ts';
import { startLoop } from '../loop.ts';
import { openSigningAuthorities, type SigningAuthorities, signingDuration, signingFlags } from './authorities.ts';
import { groupByRole, hasCondition, identity, isIssued, requestOf, requestsResource, withCondition, writeStatus } from './request.ts';
import { type SignerRole, signerProblem, signerRole } from './signers.ts';
import { certificateUsages } from './usages.ts';
import { validity } from './validity.ts';

export const csrSigning: Controller = {
	name: 'csrsigning',
	purpose: 'signs approved certificate requests of the built-in signers',
	identity,
	flags: signingFlags,
	rules: [
		{ verbs: ['get', 'list', 'watch'], groups: [groupByRole], resources: ['certificatesigningrequests'] },
		{ verbs: ['update'], groups: [groupByRole], resources: ['certificatesigningrequests/status'] },
		{
			verbs: ['sign'],
			groups: [groupByRole],
			resources: ['signers'],
			names: ['{shortPrefix}-apiserver-client', '{shortPrefix}-apiserver-client-{nodeAgent}', '{nodeAgent}-serving', 'legacy-unknown'].map(
				(path) => `{labelDomain}/${path}`,
			),
		},
	],
	async start(context) {
		const storageName = requestsResource(context.verbs.vocabulary);
		if (context.verbs.stored(storageName) === undefined || context.ownAuthority === undefined) return { stop: async () => {} };
		const authorities = await openSigningAuthorities(context.flags, context.ownAuthority);
		return startLoop(context, {
			name: csrSigning.name,
			follows: (add) => [
				{
					storageName,
					seen(type, { name, fields }) {
						if (type !== 'DELETED' && signerRole(fields['spec.signerName'] ?? '', context.verbs.vocabulary) !== undefined) add(name);
					},
				},
			],
			async work(name) {
				const found = context.verbs.cache.get(storageName, '', name);
				const request = found && requestOf(found);
				if (request !== undefined && isWaiting(request)) await sign(context, authorities, request);
			},
		});
	},
};

function isWaiting(request: CertificateSigningRequest): boolean {
	return hasCondition(request, 'Approved') && !hasCondition(request, 'Denied', 'Failed') && !isIssued(request);
}

async function sign(context: ControllerContext, authorities: SigningAuthorities, request: CertificateSigningRequest): Promise<void> {
	const role = signerRole(request.spec.signerName, context.verbs.vocabulary);
	const authority = role && authorities.of(role);
	if (role === undefined || authority === undefined) return;
	const read = await readable(request, role);
	if (typeof read === 'string') {
		const failed = { type: 'Failed', reason: 'SignerValidationFailure', message: read };
		return writeStatus(context, request, 'status', isWaiting, (before) => withCondition(before, failed));
	}
	const certificate = Buffer.from(await issue(context, await authority, request, read)).toString('base64');
	await writeStatus(context, request, 'status', isWaiting, (before) => ({ ...before, certificate }));
}

/** Parses a request. Returns the problem as text when its signer must not sign it. */
async function readable({ spec }: CertificateSigningRequest, role: SignerRole): Promise<CertificateRequest | string> {
	const { readCertificateRequest } = await import('../../wire/certificate-request.ts');
	try {
		const read = await readCertificateRequest(spec.request ?? '');
		certificateUsages(spec.usages ?? []);
		return signerProblem(role, read, spec.usages ?? []) ?? read;
	} catch (error) {
		if (error instanceof Error) return error.message;
		throw error;
	}
}

async function issue({ flags }: ControllerContext, authority: CheckedPair, { spec }: CertificateSigningRequest, read: CertificateRequest): Promise<string> {
	const { issueFor } = await import('../../auth/pki/issue.ts');
	const times = validity({
		nowMs: Date.now(),
		longestMs: flags.of(signingDuration),
		wantedSeconds: spec.expirationSeconds,
		authorityEndMs: authority.certificate.validToDate.getTime(),
	});
	return issueFor(authority, { ...read, ...certificateUsages(spec.usages ?? []), ...times });
}
