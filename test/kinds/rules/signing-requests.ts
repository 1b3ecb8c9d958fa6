/** Certificate signing requests (PKCS #10), made once with keys that no longer exist. */

/** Returns the PEM in base64, as objects hold it. `der` is in base64. */
function asPem(der: string, type = 'CERTIFICATE REQUEST'): string {
	const lines = der.match(/.{1,64}/g) ?? [];
	return Buffer.from([`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`, ''].join('\n')).toString('base64');
}

/** O=developers, CN=jane. */
const jane =
	'MIGjMFcCAQAwJDETMBEGA1UECgwKZGV2ZWxvcGVyczENMAsGA1UEAwwEamFuZTAqMAUGAytlcAMhANF8DU+NsLN/oWxsykTdtS8YS5VPFgR/itKkUKFcTxSMoAAwBQYDK2VwA0EAwyzPyEfWHIu/rQdkLlfGhlPKSJQMhJM5CHmQYkPRW6xcKcOyTmeRHtCJKY6P/xW3VeoKYFTEYYpSaFY6XryHDw==';

export const ofJane = asPem(jane);
/** O=system:nodes, CN=system:node:a. */
export const ofNode = asPem(
	'MIGuMGICAQAwLzEVMBMGA1UECgwMc3lzdGVtOm5vZGVzMRYwFAYDVQQDDA1zeXN0ZW06bm9kZTphMCowBQYDK2VwAyEAPHIBBmPFviAeh0rYmrP05nW5L23GoVTEJAG9lI3CB1igADAFBgMrZXADQQDbvtyLilGUVFcRB6UWmB7UYr/IVGR5u/47kxAd6++BCxyzE+FV/PHeP5TeMPWiYLx0eT4/v3uhWs5BrWqtTMMH',
);
/** Subject as above, for the name a.b and the address 1.2.3.4. */
export const ofServingNode = asPem(
	'MIHWMIGJAgEAMC8xFTATBgNVBAoMDHN5c3RlbTpub2RlczEWMBQGA1UEAwwNc3lzdGVtOm5vZGU6YTAqMAUGAytlcAMhADxyAQZjxb4gHodK2Jqz9OZ1uS9txqFUxCQBvZSNwgdYoCcwJQYJKoZIhvcNAQkOMRgwFjAUBgNVHREEDTALggNhLmKHBAECAwQwBQYDK2VwA0EAMqEI5tiSsVy9r+tQYn9eyAVj7A3pVEWcJyDqC7wdjGjzJed/hOFHre/79qD1sYYEv25OBnk3H9UySq8fP4NnDA==',
);
export const signedByAnother = asPem(`${jane.slice(0, -8)}${jane.slice(-8, -4) === 'AAAA' ? 'BBBB' : 'AAAA'}${jane.slice(-4)}`);
export const ofAnotherType = asPem(jane, 'CERTIFICATE');
export const broken = asPem(jane.slice(0, 64));
/** Self-signed certificate with CN=x. */
export const certificate = asPem(
	'MIIBLDCB36ADAgECAhQR6drJWYESZa+RGnytpEsjapBiHTAFBgMrZXAwDDEKMAgGA1UEAwwBeDAeFw0yNjExMjMwMjE5MjBaFw0yNjEyMjMwMjE5MjBaMAwxCjAIBgNVBAMMAXgwKjAFBgMrZXADIQDWeyT9tjqOs4VVoqDlhAGy9vaWLkMzv4Yc04htLKrfj6NTMFEwHQYDVR0OBBYEFFDeGFPLPSnfOQ/9mXnkU1V8G+MUMB8GA1UdIwQYMBaAFFDeGFPLPSnfOQ/9mXnkU1V8G+MUMA8GA1UdEwEB/wQFMAMBAf8wBQYDK2VwA0EAaFnE2nEP/aLnhYfjAbbMlEUIbAlSuD49dwQ649RxXAwNig2fMXsSwO14YbTe7i500NgTwGNovfwIaYf8TZLtAQ==',
	'CERTIFICATE',
);
