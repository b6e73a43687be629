"""HTTP access control: cookies, sign-in, wrong passwords, token scopes."""
