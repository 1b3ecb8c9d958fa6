/** The moment as answers have it (RFC 9110, 6.6.1), made once a second. */

let second = 0;
let text = '';

export function httpDate(): string {
	const now = Math.floor(Date.now() / 1000);
	if (now !== second) {
		second = now;
		text = new Date(1000 * now).toUTCString();
	}
	return text;
}
