/** Words the unsuccessful answer of a webhook as client-go does. */
import type { PostResult } from '../post.ts';

/** Returns the client-go message for a response status. */
function statusSentence(status: number, text: string): string {
	switch (status) {
		case 401:
			return 'the server has asked for the client to provide credentials';
		case 403:
			return text;
		case 404:
			return 'the server could not find the requested resource';
		case 405:
			return 'the server does not allow this method on the requested resource';
		case 406:
			return text === 'unknown' ? 'the server was unable to respond with a content type that the client supports' : text;
		case 409:
			return 'the server reported a conflict';
		case 415:
			return text === 'unknown' ? 'the server was unable to respond with a content type that the client supports' : text;
		case 422:
			return 'the server rejected our request due to an error in our request';
		case 429:
			return 'the server has received too many requests and has asked us to try again later';
		case 503:
			return 'the server is currently unable to handle the request';
		case 504:
			return 'the server was unable to return a response in the time allotted, but may still be processing the request';
		case 400:
			return 'the server rejected our request for an unknown reason';
		default:
			if (status < 500) return `the server responded with the status code ${status} but did not return more information`;
			return `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding`;
	}
}

/** Limit of a webhook's response text in error messages, in characters. */
const longestShown = 2048;

/** Describes an answer that is no review. The message of a Status is used directly. */
export function answerSentence({ status, text, headers }: PostResult): string {
	const type = headers['content-type'] ?? '';
	if (status >= 200 && status <= 206) return `0-length response with status code: ${status} and content type: ${type}`;
	if (type.startsWith('text/') || type === '') return statusSentence(status, text.trim().slice(0, longestShown));
	try {
		const { kind, message } = JSON.parse(text) as { readonly kind?: unknown; readonly message?: unknown };
		if (kind === 'Status' && typeof message === 'string') return message.slice(0, longestShown);
	} catch {
		// The body is not a Status, whatever it contains.
	}
	return statusSentence(status, 'unknown');
}
