/**
 * Connections to pods: their logs, what is run in them, their ports. All go through the agent of the node that runs the pod, which is
 * asked by the addresses of its Node, and only by these: an address that a client has written into a pod is never dialled
 * (CVE-2022-3294). Where there is no Node, the answer is what Kubernetes gives there.
 */
import type { Pod, PodAttachOptions, PodExecOptions, PodLogOptions, PodPortForwardOptions, PodProxyOptions } from '../../../generated/types/core/v1.ts';
import type { Connect, ConnectRequest } from '../../api/endpoint-hooks.ts';
import { ApiError } from '../../api/errors.ts';
import type { ApiResponse } from '../../api/request.ts';
import { isGlobalUnicast, readIp } from '../../scalars/addresses.ts';

/** Of a pod that runs nowhere yet there is none. */
export const log: Connect<PodLogOptions, Pod> = async (request) => {
	checkContainer(request.options.container, request.parent, request.name);
	if (!request.parent.spec?.nodeName) return { status: 204, headers: {}, body: '' };
	return askAgent(request);
};

/** Also of attach: both are of one container. */
export const run: Connect<PodExecOptions | PodAttachOptions, Pod> = async (request) => {
	checkContainer(request.options.container, request.parent, request.name);
	return askAgent(request);
};

export const forwardPorts: Connect<PodPortForwardOptions, Pod> = (request) => askAgent(request);

export const proxy: Connect<PodProxyOptions, Pod> = ({ parent, port }) => {
	const [{ ip = '' } = {}] = parent.status?.podIPs ?? [];
	const address = readIp(ip);
	if (address === undefined || !isGlobalUnicast(address)) throw new ApiError('BadRequest', 'address not allowed');
	const at = port || firstPort(parent);
	const host = ip.includes(':') ? `[${ip}]` : ip;
	throw new ApiError('ServiceUnavailable', `error trying to reach service: dial tcp ${host}${at && `:${at}`}: this server has no network of pods`);
};

async function askAgent({ name, parent, objects }: ConnectRequest<object, Pod>): Promise<ApiResponse> {
	const { nodeName = '' } = parent.spec ?? {};
	if (nodeName === '') throw new ApiError('BadRequest', `pod ${name} does not have a host assigned`);
	await objects.get({ resource: 'nodes', namespace: '', name: nodeName });
	throw new ApiError(
		'ServiceUnavailable',
		`error dialing backend: this server asks no agents of nodes, so that node ${JSON.stringify(nodeName)} is out of reach`,
	);
}

/** A name may be left out where there is but one container. Throws ApiError BadRequest. */
function checkContainer(container: string | undefined, { spec }: Pod, pod: string): void {
	const { containers = [], initContainers = [], ephemeralContainers = [] } = spec ?? {};
	const names = [...initContainers, ...containers, ...ephemeralContainers].map((each) => each.name);
	if (container) {
		if (!names.includes(container)) throw new ApiError('BadRequest', `container ${container} is not valid for pod ${pod}`);
		return;
	}
	if (containers.length > 1) throw new ApiError('BadRequest', `a container name must be specified for pod ${pod}, choose one of: [${names.join(' ')}]`);
}

function firstPort({ spec }: Pod): string {
	for (const { ports = [] } of spec?.containers ?? []) if (ports[0] !== undefined) return String(ports[0].containerPort);
	return '';
}
