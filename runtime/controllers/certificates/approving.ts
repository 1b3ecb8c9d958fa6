/**
 * Approves client certificates of kubelets (seed 3, "Built-in signers"). The authorizers decide: the requester needs `create` on
 * `certificatesigningrequests/selfnodeclient` for its own node, otherwise on `nodeclient`.
 */
import type { CertificateSigningRequest } from '../../../generated/types/certificates/v1.ts';
import type { CertificateRequest } from '../../wire/certificate-request.ts';
import type { Controller, ControllerContext, RunningController } from '../contract.ts';
import { startLoop } from '../loop.ts';
import { groupByRole, hasCondition, identity, isIssued, requestOf, requestsResource, withCondition, writeStatus } from './request.ts';
import { nodeClientProblem, signerName } from './signers.ts';

/** Delay before asking again about a request without permission: the longest time before a new permission is noticed. */
const askAgainMs = 30_000;

export const csrApproving: Controller = {
	name: 'csrapproving',
	purpose: 'approves requests of node agents for client certificates',
	identity,
	rules: [
		{ verbs: ['get', 'list', 'watch'], groups: [groupByRole], resources: ['certificatesigningrequests'] },
		{ verbs: ['update'], groups: [groupByRole], resources: ['certificatesigningrequests/approval'] },
		{ verbs: ['approve'], groups: [groupByRole], resources: ['signers'], names: ['{labelDomain}/{shortPrefix}-apiserver-client-{nodeAgent}'] },
	],
	start(context) {
		const storageName = requestsResource(context.verbs.vocabulary);
		if (context.verbs.stored(storageName) === undefined) return { stop: async () => {} };
		return startApproving(context, storageName);
	},
};

function startApproving(context: ControllerContext, storageName: string): RunningController {
	const signer = signerName('nodeClient', context.verbs.vocabulary);
	const loop = startLoop(context, {
		name: csrApproving.name,
		follows: (add) => [
			{
				storageName,
				seen(type, { name, fields }) {
					if (type !== 'DELETED' && fields['spec.signerName'] === signer) add(name);
				},
			},
		],
		async work(name) {
			const found = context.verbs.cache.get(storageName, '', name);
			const request = found && requestOf(found);
			if (request === undefined || !isPending(request)) return;
			if ((await approve(context, request)) === 'not permitted') loop.againAfter(name, askAgainMs);
		},
	});
	return loop;
}

function isPending(request: CertificateSigningRequest): boolean {
	return !isIssued(request) && !hasCondition(request, 'Approved', 'Denied');
}

async function approve(context: ControllerContext, request: CertificateSigningRequest): Promise<'done' | 'not permitted'> {
	const { readCertificateRequest } = await import('../../wire/certificate-request.ts');
	const read = await readCertificateRequest(request.spec.request ?? '').catch(() => undefined);
	// Other requests of this signer, and invalid ones, wait for manual approval.
	if (read === undefined || nodeClientProblem(read, request.spec.usages ?? []) !== undefined) return 'done';
	const permission = await permissionOf(context, request, read);
	if (permission === undefined) return 'not permitted';
	const whose = permission === 'selfnodeclient' ? 'self ' : '';
	const message = `Auto approving ${whose}${context.verbs.vocabulary.nodeAgent} client certificate after SubjectAccessReview.`;
	await writeStatus(context, request, 'approval', isPending, (before) => withCondition(before, { type: 'Approved', reason: 'AutoApproved', message }));
	return 'done';
}

/** Returns the permission that the requester has and that allows the certificate; undefined without one. */
async function permissionOf(
	{ verbs: { authorizer, vocabulary } }: ControllerContext,
	{ spec }: CertificateSigningRequest,
	{ commonName }: CertificateRequest,
): Promise<'selfnodeclient' | 'nodeclient' | undefined> {
	const user = { name: spec.username ?? '', uid: spec.uid ?? '', groups: spec.groups ?? [], extra: spec.extra ?? {} };
	const permissions = user.name === commonName ? (['selfnodeclient', 'nodeclient'] as const) : (['nodeclient'] as const);
	for (const subresource of permissions) {
		const [resource, ...group] = requestsResource(vocabulary).split('.');
		const info = {
			isResource: true,
			verb: 'create',
			group: group.join('.'),
			version: '*',
			resource: resource ?? '',
			subresource,
			namespace: '',
			name: '',
		} as const;
		if ((await authorizer.authorize({ user, info, path: '' })).verdict === 'allow') return subresource;
	}
	return undefined;
}
