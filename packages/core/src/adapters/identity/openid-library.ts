/*
 * What we use of the library, in a module of its own: imported at the first use, a bundle then holds this part only.
 */
export {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientError,
  type ClientAuth,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  fetchUserInfo,
  refreshTokenGrant,
  ResponseBodyError,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
  tokenRevocation,
  WWWAuthenticateChallengeError,
} from "openid-client";
