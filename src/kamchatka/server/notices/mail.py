"""Sending e-mail by SMTP."""

import asyncio
import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

import structlog

from kamchatka.server.faults import Fault
from kamchatka.server.settings import ServerSettings

SECONDS = 20.0  # seconds for the mail server to respond
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")

log = structlog.get_logger()


def clean_address(text: str) -> str:
    """Return a valid e-mail address; raise a Fault for anything else."""
    address = text.strip()
    if not ADDRESS.fullmatch(address) or len(address) > 254:
        raise Fault("problem", "bad_email")
    return address


class MailSender:
    """Sends e-mail, if a mail server and a sender are configured."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings

    @property
    def is_there(self) -> bool:
        """Whether e-mail is configured: a mail server, a sender, and this server's public address for links."""
        return bool(self.settings.smtp_host and self.settings.mail_from and self.settings.public_address)

    async def send(self, to: str, subject: str, text: str) -> bool:
        """Send an e-mail. Return False if the mail server refused it, which is logged without the address."""
        try:
            await asyncio.to_thread(self._send, to, subject, text)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            log.error("e-mail not sent", error=type(error).__name__)
            return False
        return True

    def _send(self, to: str, subject: str, text: str) -> None:
        settings, letter = self.settings, EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = settings.mail_from, to, " ".join(subject.split())
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain="kamchatka.invalid")
        letter["Auto-Submitted"] = "auto-generated"
        letter["List-Unsubscribe"] = f"<{settings.public_address}/me>"
        letter.set_content(text)
        secure = ssl.create_default_context()
        if settings.smtp_security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                settings.smtp_host, settings.smtp_port, timeout=SECONDS, context=secure
            )
        else:
            server = smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=SECONDS)
        with server:
            if settings.smtp_security == "starttls":
                server.starttls(context=secure)
            if settings.smtp_user:
                server.login(settings.smtp_user, settings.smtp_password)
            server.send_message(letter)
