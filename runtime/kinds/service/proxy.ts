/**
 * Proxy to a Service. This server cannot reach pods, so it answers as Kubernetes does when no pod is reachable. It never dials an address
 * that does not belong to a pod.
 */
import type { EndpointAddress, Endpoints, Pod, Service, ServiceProxyOptions } from '../../../generated/types/core/v1.ts';
import type { Connect, ConnectRequest } from '../../api/endpoint-hooks.ts';
import { ApiError, notFound } from '../../api/errors.ts';

export const proxy: Connect<ServiceProxyOptions, Service> = async (request) => {
	const { name, scheme, port } = request;
	const wanted = portName(request);
	const { subsets = [] } = await endpointsOf(request);
	const id = scheme === '' && port === '' ? name : `${scheme}:${name}:${port}`.replace(/^:/, '');
	for (const { addresses = [], ports = [] } of subsets) {
		const at = ports.find((one) => (one.name ?? '') === wanted);
		for (const address of at === undefined ? [] : addresses) if (await isPods(address, request)) throw outOfReach(address.ip, at?.port ?? 0);
	}
	throw new ApiError('ServiceUnavailable', `no endpoints available for service ${JSON.stringify(subsets.length === 0 ? name : id)}`);
};

/** Reads the endpoints. Throws ApiError NotFound about the Service, which is the object that the client requested. */
async function endpointsOf({ namespace, name, objects }: ConnectRequest<ServiceProxyOptions, Service>): Promise<Endpoints> {
	try {
		return await objects.get({ resource: 'endpoints', namespace, name });
	} catch (error) {
		throw error instanceof ApiError && error.reason === 'NotFound' ? notFound('services', '', name) : error;
	}
}

/** Returns the name of the port that the URL gives by number or by name. Throws ApiError ServiceUnavailable. */
function portName({ port, parent, name }: ConnectRequest<ServiceProxyOptions, Service>): string {
	if (!/^-?\d+$/.test(port)) return port;
	const found = parent.spec?.ports?.find((one) => one.port === Number(port));
	if (found === undefined) throw new ApiError('ServiceUnavailable', `no service port ${Number(port)} found for service ${JSON.stringify(name)}`);
	return found.name ?? '';
}

async function isPods({ ip, targetRef }: EndpointAddress, { namespace, objects }: ConnectRequest<ServiceProxyOptions, Service>): Promise<boolean> {
	if (targetRef?.name === undefined || targetRef.namespace !== namespace) return false;
	try {
		const pod: Pod = await objects.get({ resource: 'pods', namespace, name: targetRef.name });
		return pod.status?.podIPs?.some((one) => one.ip === ip) === true;
	} catch (error) {
		if (error instanceof ApiError && error.reason === 'NotFound') return false;
		throw error;
	}
}

function outOfReach(ip: string, port: number): ApiError {
	const host = ip.includes(':') ? `[${ip}]` : ip;
	return new ApiError('ServiceUnavailable', `error trying to reach service: dial tcp ${host}:${port}: this server has no network of pods`);
}
