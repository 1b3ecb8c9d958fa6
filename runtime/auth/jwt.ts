/** What is used of the library for JSON Web Tokens (RFC 7519). Loaded with the first token: most servers see their first one late. */
export {
	createLocalJWKSet,
	decodeJwt,
	decodeProtectedHeader,
	errors,
	type JSONWebKeySet,
	type JWTPayload,
	type JWTVerifyGetKey,
	jwtVerify,
	SignJWT,
} from 'jose';
