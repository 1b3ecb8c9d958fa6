/** Errors for refused logs from a kubelet, in kube-apiserver's wording. */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../api/errors.ts';

/** Maximum size of the text of a refusal, as in kube-apiserver. */
const maxTextBytes = 50_000;

/** Returns the error for a response that is no log. */
export async function logRefusal(message: IncomingMessage, pod: string): Promise<ApiError | undefined> {
	const status = message.statusCode ?? 0;
	if (status >= 200 && status <= 206) return undefined;
	const text = await textOf(message);
	const of = `( pods/log ${pod})`;
	const details = { name: pod, kind: 'pods/log' };
	switch (status) {
		case 400:
			return new ApiError('BadRequest', text);
		case 401:
			return new ApiError('Unauthorized', `the server has asked for the client to provide credentials ${of}`, details);
		case 403:
			return new ApiError('Forbidden', `${text.trim() || 'forbidden'} ${of}`, details);
		case 404:
			return new ApiError('NotFound', `the server could not find the requested resource ${of}`, details);
		case 500:
			return new ApiError('InternalError', `Internal error occurred: ${text}`, { causes: [{ reason: 'InternalError', message: text }] });
		default:
			return ApiError.ofAnother(
				{ code: status < 400 ? 500 : status, reason: '' },
				`the server responded with the status code ${status} but did not return more information ${of}`,
			);
	}
}

async function textOf(message: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	let bytes = 0;
	for await (const part of message as AsyncIterable<Buffer>) {
		parts.push(part);
		bytes += part.length;
		if (bytes >= maxTextBytes) break;
	}
	return Buffer.concat(parts).subarray(0, maxTextBytes).toString();
}
