/** Used parts of the JSON Web Token library (RFC 7519). Loaded with the first token, which most servers receive late. */
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
