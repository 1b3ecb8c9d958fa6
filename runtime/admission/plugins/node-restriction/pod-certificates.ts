/** Pod certificate requests of a node agent: only for pods on its node, with the identities that the server stores (KEP 4317). */
import type { PodCertificateRequest } from '../../../../generated/types/certificates/v1beta1.ts';
import type { AdmissionRequest } from '../../contract.ts';
import { refused } from '../../forbidden-error.ts';
import { missingText, type NodeCheck, type NodeParts, retriable } from './dependencies.ts';

type Asked = PodCertificateRequest['spec'];

export function podCertificateCheck(parts: NodeParts): NodeCheck {
	const isOn = parts.isOpen('PodCertificateRequest');
	return async (node, request) => {
		if (!isOn) throw refused(request, 'PodCertificateRequest feature gate is disabled');
		if (request.operation !== 'CREATE') throw refused(request, `unexpected operation ${request.operation}`);
		if (request.subresource !== '') throw refused(request, `unexpected subresource ${request.subresource}`);
		const { spec } = request.object as unknown as PodCertificateRequest;
		await checkNode(parts, node, request, spec);
		await checkPod(parts, request, spec);
	};
}

async function checkNode({ nodes }: NodeParts, node: string, request: AdmissionRequest, { nodeName, nodeUID, podName }: Asked): Promise<void> {
	if (nodeName !== node) throw refused(request, `PodCertificateRequest.Spec.NodeName=${JSON.stringify(nodeName)}, which is not the requesting node "${node}"`);
	const found = await nodes.orLatest('', nodeName, request);
	if (found === undefined) throw retriable(`while retrieving node "${nodeName}" named in the PodCertificateRequest: ${missingText('node', nodeName)}`);
	const { uid } = found.metadata;
	const pod = JSON.stringify(`${request.namespace}/${podName}`);
	if (uid !== nodeUID)
		throw retriable(`PodCertificateRequest for pod ${pod} names node UID ${JSON.stringify(nodeUID)}, inconsistent with the running node ("${uid}")`);
}

async function checkPod({ pods, accounts, vocabulary }: NodeParts, request: AdmissionRequest, asked: Asked): Promise<void> {
	const { namespace } = request;
	const named = JSON.stringify(`${namespace}/${asked.podName}`);
	const pod = await pods.orLatest(namespace, asked.podName, request);
	if (pod === undefined) throw retriable(`while retrieving pod ${named} named in the PodCertificateRequest: ${missingText('pod', asked.podName)}`);
	if (asked.podUID !== pod.metadata.uid)
		throw retriable(
			`PodCertificateRequest for pod ${named} contains pod UID (${JSON.stringify(asked.podUID)}) which differs from running pod "${pod.metadata.uid}"`,
		);
	if (pod.spec?.nodeName !== asked.nodeName)
		throw refused(request, `pod ${named} is not running on node ${JSON.stringify(asked.nodeName)} named in the PodCertificateRequest`);
	if (pod.metadata.annotations?.[`${vocabulary.labelDomain}/config.mirror`] !== undefined) throw refused(request, `pod ${named} is a mirror pod`);
	const running = pod.spec.serviceAccountName ?? '';
	const account = asked.serviceAccountName;
	if (account !== running)
		throw refused(
			request,
			`PodCertificateRequest for pod ${named} contains serviceAccountName (${JSON.stringify(account)}) that differs from running pod (${JSON.stringify(running)})`,
		);
	const found = await accounts.orLatest(namespace, account, request);
	const ofAccount = JSON.stringify(`${namespace}/${account}`);
	if (found === undefined)
		throw retriable(`while retrieving service account ${ofAccount} named in the PodCertificateRequest: ${missingText('serviceaccount', account)}`);
	if (asked.serviceAccountUID !== found.metadata.uid)
		throw retriable(
			`PodCertificateRequest for pod ${ofAccount} names service account UID ${JSON.stringify(asked.serviceAccountUID)}, which differs from the running service account ("${found.metadata.uid}")`,
		);
}
