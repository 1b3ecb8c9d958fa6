/** Client configuration of a webhook: a URL without user, query and fragment, or a service with a path. */
import type { ServiceReference, WebhookClientConfig } from '../../../generated/types/admissionregistration/v1.ts';
import { type Cause, invalidValue, required } from '../../model/cause.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';

const form = '; desired format: https://host[/path]';

export function clientViolations({ url, service }: WebhookClientConfig, path: string): Cause[] {
	if ((url === undefined) === (service === undefined)) return [required(path, 'exactly one of url or service is required')];
	return url === undefined ? serviceViolations(service ?? { namespace: '', name: '' }, `${path}.service`) : urlViolations(url, `${path}.url`);
}

/** Scheme, authority, query and fragment of a URL (RFC 3986). */
const parts = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s;

function urlViolations(url: string, path: string): Cause[] {
	const [, scheme = '', authority = '', query = '', fragment = ''] = parts.exec(url) ?? [];
	const at = authority.lastIndexOf('@');
	const host = authority.slice(at + 1);
	return [
		...(scheme.toLowerCase() === 'https' ? [] : [invalidValue(path, scheme.toLowerCase(), `'https' is the only allowed URL scheme${form}`)]),
		...(host === '' ? [invalidValue(path, '', `host must be provided${form}`)] : []),
		...(at === -1 ? [] : [invalidValue(path, authority.slice(0, at), 'user information is not permitted in the URL')]),
		...(fragment === '' ? [] : [invalidValue(path, fragment, 'fragments are not permitted in the URL')]),
		...(query === '' ? [] : [invalidValue(path, query, 'query parameters are not permitted in the URL')]),
	];
}

function serviceViolations({ name = '', namespace = '', path: asked, port = 0 }: ServiceReference, path: string): Cause[] {
	return [
		...(name === '' ? [required(`${path}.name`, 'service name is required')] : []),
		...(namespace === '' ? [required(`${path}.namespace`, 'service namespace is required')] : []),
		...(port >= 1 && port <= 65_535 ? [] : [invalidValue(`${path}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive')]),
		...(asked === undefined ? [] : pathViolations(asked, `${path}.path`)),
	];
}

function pathViolations(asked: string, path: string): Cause[] {
	if (asked === '' || asked === '/') return [];
	if (asked === '//') return [invalidValue(path, asked, 'segment[0] may not be empty')];
	const segments = asked.slice(1).replace(/\/$/, '').split('/');
	return [
		...(asked.startsWith('/') ? [] : [invalidValue(path, asked, "must start with a '/'")]),
		...segments.flatMap((segment, index) => {
			if (segment === '') return [invalidValue(path, asked, `segment[${index}] may not be empty`)];
			return checkDnsSubdomain(segment).map((why) => invalidValue(path, asked, `segment[${index}]: ${why}`));
		}),
	];
}
